// The allocator's functions: what they return, and what the tool hears.
#define _GNU_SOURCE
#include "fake_tool.h"

#include <errno.h>
#include <malloc.h>
#include <string.h>
#include <sys/mman.h>

static void *call(void *function, uintptr_t x, uintptr_t y, uintptr_t z) {
    errno = ERANGE;
    listen_anew();
    void *result = (void *)(uintptr_t)call_hook(function, x, y, z);
    listening = false;
    return result;
}

static bool told(size_t i, event_type type, const void *address, size_t length) {
    const event *e = &heard[i];
    return i < heard_count && e->type == type && e->address == (uintptr_t)address && e->length == length &&
           e->pc == (uintptr_t)place_of_call;
}

// Gives the block back, and checks that the tool hears of all that could be used of it, while it is still there.
static void release(void *block) {
    size_t size = malloc_usable_size(block);
    call(free, (uintptr_t)block, 0, 0);
    CHECK(heard_count == 1 && told(0, RELEASED, block, size));
}

static void blocks(void) {
    const size_t page = 4096, huge = 10 << 20;
    struct {
        void *function;
        uintptr_t x, y;
        size_t size, alignment;
    } calls[] = {
        {malloc, 100, 0, 100, 16},
        {malloc, huge, 0, huge, 16},
        {malloc, 0, 0, 0, 16},
        {calloc, 3, 100, 300, 16},
        {realloc, 0, 100, 100, 16},
        {aligned_alloc, 256, 512, 512, 256},
        {memalign, 1024, 10, 10, 1024},
        {valloc, 10, 0, 10, page},
        {pvalloc, 10, 0, 10, page},
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        char *block = call(calls[i].function, calls[i].x, calls[i].y, 0);
        CHECK(block && (uintptr_t)block % calls[i].alignment == 0 && errno == ERANGE);
        CHECK(heard_count == 1 && told(0, ALLOCATED, block, calls[i].size));
        memset(block, 1, calls[i].size);
        release(block);
        CHECK(errno == ERANGE);
    }
    void *block = NULL;
    CHECK((int)(uintptr_t)call(posix_memalign, (uintptr_t)&block, 4096, 77) == 0);
    CHECK((uintptr_t)block % 4096 == 0 && heard_count == 1 && told(0, ALLOCATED, block, 77));
    release(block);
    call(free, 0, 0, 0);
    CHECK(heard_count == 0);
}

static void failures(void) {
    CHECK(!call(malloc, -1UL >> 1, 0, 0) && errno == ENOMEM && heard_count == 0);
    CHECK(!call(calloc, 1UL << 33, 1UL << 33, 0) && errno == ENOMEM && heard_count == 0);
    CHECK(!call(reallocarray, 0, 1UL << 33, 1UL << 33) && errno == ENOMEM && heard_count == 0);
    void *block;
    CHECK((int)(uintptr_t)call(posix_memalign, (uintptr_t)&block, 3, 77) == EINVAL && heard_count == 0);
}

static void reallocations(void) {
    char *block = malloc(100);
    strcpy(block, "contents");
    size_t size = malloc_usable_size(block);

    // It grows and moves.
    char *moved = call(realloc, (uintptr_t)block, 1 << 20, 0);
    CHECK(strcmp(moved, "contents") == 0 && errno == ERANGE);
    CHECK(heard_count == 2 && told(0, RELEASED, block, size) && told(1, ALLOCATED, moved, 1 << 20));

    // It shrinks.
    size = malloc_usable_size(moved);
    char *shrunk = call(reallocarray, (uintptr_t)moved, 5, 10);
    CHECK(strcmp(shrunk, "contents") == 0);
    event_type how = shrunk == moved ? RESIZED : ALLOCATED;
    CHECK(heard_count == 2 && told(0, RELEASED, moved, size) && told(1, how, shrunk, 50));

    // It fails, and the block stays.
    size = malloc_usable_size(shrunk);
    CHECK(!call(realloc, (uintptr_t)shrunk, -1UL >> 1, 0) && errno == ENOMEM && heard_count == 0);
    CHECK(!call(realloc, (uintptr_t)shrunk, (-1UL >> 1) - (1 << 20), 0) && errno == ENOMEM);
    CHECK(heard_count == 2 && told(0, RELEASED, shrunk, size) && told(1, RESIZED, shrunk, 0));
    CHECK(strcmp(shrunk, "contents") == 0);

    // It is given back.
    CHECK(!call(realloc, (uintptr_t)shrunk, 0, 0));
    CHECK(heard_count == 1 && told(0, RELEASED, shrunk, size));
}

static void mappings(void) {
    const int protection = PROT_READ | PROT_WRITE, flags = MAP_PRIVATE | MAP_ANONYMOUS;
    void *const functions[] = {mmap, mmap64};
    for (int i = 0; i < 2; i++) {
        errno = ERANGE;
        listen_anew();
        char *pages = (char *)(uintptr_t)call_hook(functions[i], 0UL, 8192UL, (long)protection, (long)flags, -1L, 0L);
        listening = false;
        CHECK(pages != MAP_FAILED && errno == ERANGE);
        CHECK(heard_count == 1 && told(0, ALLOCATED, pages, 8192));
        strcpy(pages, "contents");

        listen_anew();
        char *grown = (char *)(uintptr_t)call_hook(mremap, pages, 8192UL, 1UL << 20, (long)MREMAP_MAYMOVE);
        listening = false;
        CHECK(grown != MAP_FAILED && strcmp(grown, "contents") == 0);
        CHECK(heard_count == 2 && told(0, RELEASED, pages, 8192));
        CHECK(told(1, grown == pages ? RESIZED : ALLOCATED, grown, 1 << 20));

        // To a place of the program's choice, which is the fifth argument.
        char *wish = mmap(NULL, 1 << 20, protection, flags, -1, 0);
        listen_anew();
        long fixed = MREMAP_MAYMOVE | MREMAP_FIXED;
        char *there = (char *)(uintptr_t)call_hook(mremap, grown, 1UL << 20, 1UL << 20, fixed, wish);
        listening = false;
        CHECK(there == wish && strcmp(there, "contents") == 0);

        CHECK((int)(uintptr_t)call(munmap, (uintptr_t)there, 1 << 20, 0) == 0);
        CHECK(heard_count == 1 && told(0, RELEASED, there, 1 << 20));

        listen_anew();
        CHECK((void *)(uintptr_t)call_hook(functions[i], 0UL, 0UL, (long)protection, (long)flags, -1L, 0L) == MAP_FAILED);
        listening = false;
        CHECK(errno == EINVAL && heard_count == 0);
    }
}

// The C library's own calls pass here as well.
static void library_calls(void) {
    listen_anew();
    char *copy = strdup("a string");
    listening = false;
    CHECK(heard_count == 2 && heard[0].type == RANGE && heard[0].length == sizeof "a string");
    CHECK(heard[1].type == ALLOCATED && heard[1].address == (uintptr_t)copy && heard[1].length == sizeof "a string");
    free(copy);
}

static void detached(void) {
    detach_fake_tool();
    listen_anew();
    free(realloc(calloc(1, 100), 1000));
    munmap(mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), 4096);
    CHECK(heard_count == 0);
}

int main(int count, char **arguments) {
    attach_fake_tool();
    static const struct {
        const char *name;
        void (*run)(void);
    } cases[] = {
        {"blocks", blocks},     {"failures", failures},           {"reallocations", reallocations},
        {"mappings", mappings}, {"library_calls", library_calls}, {"detached", detached},
    };
    for (size_t i = 0; count == 2 && i < sizeof cases / sizeof *cases; i++) {
        if (strcmp(arguments[1], cases[i].name) == 0) {
            cases[i].run();
            detach_fake_tool();
            return 0;
        }
    }
    return 2;
}
