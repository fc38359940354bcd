// The sized hooks, one by one: what they tell the tool, and when they keep it to themselves.
#include "fake_tool.h"

#include <errno.h>
#include <string.h>

#define READ 0UL
#define SIZES(f, name, kind) f(name, 1, kind) f(name, 2, kind) f(name, 4, kind) f(name, 8, kind) f(name, 16, kind)
#define UNALIGNED(f, name, kind) f(name, 2, kind) f(name, 4, kind) f(name, 8, kind) f(name, 16, kind)

#define HOOKS(f)                                                                                                       \
    SIZES(f, __tsan_read, READ)                                                                                        \
    SIZES(f, __tsan_write, WRITE)                                                                                      \
    SIZES(f, __tsan_read_write, WRITE | READ_WRITE)                                                                    \
    UNALIGNED(f, __tsan_unaligned_read, READ)                                                                          \
    UNALIGNED(f, __tsan_unaligned_write, WRITE)                                                                        \
    UNALIGNED(f, __tsan_unaligned_read_write, WRITE | READ_WRITE)

#define VOLATILE_HOOKS(f)                                                                                              \
    SIZES(f, __tsan_volatile_read, VOLATILE)                                                                           \
    SIZES(f, __tsan_volatile_write, VOLATILE | WRITE)                                                                  \
    UNALIGNED(f, __tsan_unaligned_volatile_read, VOLATILE)                                                             \
    UNALIGNED(f, __tsan_unaligned_volatile_write, VOLATILE | WRITE)

#define DECLARE(name, size, kind) void name##size(void *);
#define DECLARE_PC(name, size, kind) void name##size##_pc(void *, uintptr_t);
HOOKS(DECLARE)
VOLATILE_HOOKS(DECLARE)
SIZES(DECLARE_PC, __tsan_read, READ)
SIZES(DECLARE_PC, __tsan_write, WRITE)
SIZES(DECLARE, __detsan_read, READ)
SIZES(DECLARE, __detsan_write, WRITE)
void __tsan_vptr_read(void *);
void __tsan_vptr_update(void *, void *);

typedef struct {
    const char *name;
    void *function;
    uint32_t size;
    uint32_t kind;
    bool takes_pc;
} hook;

#define ENTRY(name, size, kind) {#name #size, name##size, size, (kind) | (size), false},
#define ENTRY_PC(name, size, kind) {#name #size "_pc", name##size##_pc, size, (kind) | (size), true},

static const hook hooks[] = {
    HOOKS(ENTRY)                        //
    SIZES(ENTRY_PC, __tsan_read, READ)  //
    SIZES(ENTRY_PC, __tsan_write, WRITE) //
    {"__tsan_vptr_read", __tsan_vptr_read, 8, 8, false},
};
static const hook volatile_hooks[] = {VOLATILE_HOOKS(ENTRY)};
static const hook cold_hooks[] = {SIZES(ENTRY, __detsan_read, READ) SIZES(ENTRY, __detsan_write, WRITE)};

#define LENGTH(array) (sizeof(array) / sizeof *(array))

enum { BASE = COVERING + 1000, PLACE = 0x1234567 };

static thread_state *state;
// With room before and after.
static _Alignas(16) char memory[64];
static char *const object = memory + 16;

static void fill(uint32_t writers, uint32_t readers) {
    for (cell *c = cell_of(memory); c != cell_of(memory + sizeof memory); c++) {
        *c = (cell){.writers = writers, .readers = readers};
    }
}

// Calls the hook and tells whether the tool heard of it. What it heard must be right, and errno as before.
static bool is_reported(const hook *hook, char *address) {
    listen_anew();
    errno = ERANGE;
    call_hook(hook->function, address, (uintptr_t)PLACE);
    listening = false;
    CHECK_FOR(hook->name, errno == ERANGE);
    CHECK_FOR(hook->name, heard_count <= 1);
    if (heard_count == 1) {
        CHECK_FOR(hook->name, heard[0].type == ACCESS);
        CHECK_FOR(hook->name, heard[0].address == (uintptr_t)address);
        CHECK_FOR(hook->name, heard[0].kind == hook->kind);
        CHECK_FOR(hook->name, heard[0].pc == (hook->takes_pc ? (uintptr_t)PLACE : (uintptr_t)place_of_call));
    }
    return heard_count == 1;
}

static void check_fast_path(const hook *hook) {
    bool writes = hook->kind & WRITE;
    size_t cells = (hook->size + 3) / 4;

    // A thread that runs no step.
    state->base = 0;
    fill(BASE, BASE);
    CHECK_FOR(hook->name, is_reported(hook, object));

    // What this step has recorded.
    state->base = BASE;
    CHECK_FOR(hook->name, !is_reported(hook, object));
    // A write goes by the writers, a read by the readers; if there are none, the writers' identifier stands there.
    fill(BASE, 0);
    CHECK_FOR(hook->name, is_reported(hook, object) == !writes);
    fill(0, BASE);
    CHECK_FOR(hook->name, is_reported(hook, object) == writes);
    fill(UINT32_MAX, UINT32_MAX);
    CHECK_FOR(hook->name, !is_reported(hook, object));

    // What others have recorded, and what does not cover the cell.
    fill(0, 0);
    CHECK_FOR(hook->name, is_reported(hook, object));
    fill(BASE - 1, BASE - 1);
    CHECK_FOR(hook->name, is_reported(hook, object));
    fill(COVERING - 1, COVERING - 1);
    CHECK_FOR(hook->name, is_reported(hook, object));

    // Each cell of the access counts, and its neighbours do not.
    for (size_t i = 0; i < cells; i++) {
        fill(BASE, BASE);
        cell_of(object)[i] = (cell){BASE - 1, BASE - 1};
        CHECK_FOR(hook->name, is_reported(hook, object));
        cell_of(object)[i] = (cell){BASE - 1, BASE};
        CHECK_FOR(hook->name, is_reported(hook, object) == writes);
        cell_of(object)[i] = (cell){BASE, BASE - 1};
        CHECK_FOR(hook->name, is_reported(hook, object) == !writes);
    }
    fill(0, 0);
    for (size_t i = 0; i < cells; i++) {
        cell_of(object)[i] = (cell){BASE, BASE};
    }
    CHECK_FOR(hook->name, !is_reported(hook, object));

    // An access to parts of cells is reported unless it lies within one.
    fill(BASE, BASE);
    for (size_t offset = 0; offset < 8; offset++) {
        bool within = hook->size >= 4 ? offset % 4 == 0 : offset % 4 + hook->size <= 4;
        CHECK_FOR(hook->name, is_reported(hook, object + offset) == !within);
    }
    // … and then it is that cell which counts.
    for (size_t offset = 0; offset + hook->size <= 4; offset++) {
        fill(BASE, BASE);
        *cell_of(object) = (cell){0, 0};
        CHECK_FOR(hook->name, is_reported(hook, object + offset));
    }
}

static void fast_path(void) {
    for (size_t i = 0; i < LENGTH(hooks); i++) {
        check_fast_path(&hooks[i]);
    }
}

// Calls a hook in the way of checks in line, and tells whether the registers are as they were. What it told, if anything, must be right.
static bool keeps_registers(const hook *hook, char *address) {
    // Whatever a second argument may point to: no content of a cell, in no step.
    _Alignas(32) uint64_t unlike[4] = {UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX};
    uintptr_t a = 1, c = 2, d = 3, si = (uintptr_t)unlike, di = (uintptr_t)address, place;
    register uintptr_t r8 __asm__("r8") = 5, r9 __asm__("r9") = 6, r10 __asm__("r10") = 7;
    register void *function __asm__("r11") = hook->function;
    listen_anew();
    __asm__ volatile("leaq 1f(%%rip), %[place]\n"
                     "call *%%r11\n"
                     "1:"
                     : "+a"(a), "+c"(c), "+d"(d), "+S"(si), "+D"(di), "+r"(r8), "+r"(r9), "+r"(r10), "+r"(function), [place] "=&b"(place)
                     :
                     : "memory", "cc", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11",
                       "xmm12", "xmm13", "xmm14", "xmm15");
    listening = false;
    CHECK_FOR(hook->name, heard_count <= 1);
    if (heard_count == 1) {
        CHECK_FOR(hook->name, heard[0].type == ACCESS && heard[0].address == (uintptr_t)address);
        CHECK_FOR(hook->name, heard[0].kind == hook->kind && heard[0].pc == place);
    }
    return a == 1 && c == 2 && d == 3 && si == (uintptr_t)unlike && di == (uintptr_t)address && r8 == 5 && r9 == 6 && r10 == 7;
}

// What the code in line does not settle: threads that are not checked, parts of cells, and cells that are not recorded.
static void after_checks_in_line(void) {
    for (size_t i = 0; i < LENGTH(cold_hooks); i++) {
        const hook *hook = &cold_hooks[i];
        for (uint32_t base = 0; base <= BASE; base += BASE) {
            state->base = base;
            fill(0, 0);
            for (size_t offset = 0; offset < 8; offset++) {
                CHECK_FOR(hook->name, keeps_registers(hook, object + offset) && heard_count == 1);
            }
        }
    }
    detach_fake_tool();
    state->base = 0;
    for (size_t i = 0; i < LENGTH(cold_hooks); i++) {
        CHECK_FOR(cold_hooks[i].name, keeps_registers(&cold_hooks[i], object) && heard_count == 0);
    }
}

static void volatiles(void) {
    for (size_t i = 0; i < LENGTH(volatile_hooks); i++) {
        fill(BASE, BASE);
        for (uint32_t base = 0; base <= BASE; base += BASE) {
            state->base = base;
            CHECK_FOR(volatile_hooks[i].name, is_reported(&volatile_hooks[i], object));
            CHECK_FOR(volatile_hooks[i].name, is_reported(&volatile_hooks[i], object + 1));
        }
    }
}

// All of the stack and the heap, and both ends of the program's memory, have cells of their own.
static void everywhere(void) {
    char local[16];
    char *block = malloc(16);
    char *places[] = {local, block, memory, (char *)hooks, (char *)&stdout};
    state->base = BASE;
    for (size_t i = 0; i < LENGTH(places); i++) {
        char *place = (char *)(((uintptr_t)places[i] + 7) & ~7UL);
        *cell_of(place) = (cell){0, 0};
        CHECK(is_reported(&hooks[2], place));
        *cell_of(place) = (cell){0, BASE};
        CHECK(!is_reported(&hooks[2], place));
    }
    free(block);
}

// After a detach the hooks say nothing, whatever the state of the thread.
static void detached(void) {
    detach_fake_tool();
    fill(0, 0);
    for (uint32_t base = 0; base <= BASE; base += BASE) {
        state->base = base;
        for (size_t i = 0; i < LENGTH(hooks); i++) {
            CHECK(!is_reported(&hooks[i], object));
        }
        for (size_t i = 0; i < LENGTH(volatile_hooks); i++) {
            CHECK(!is_reported(&volatile_hooks[i], object));
        }
    }
}

static void vptr_update(void) {
    static const hook update = {"__tsan_vptr_update", __tsan_vptr_update, 8, 8 | WRITE, false};
    void *pointer = memory;
    *cell_of(&pointer) = *cell_of((char *)&pointer + 4) = (cell){0, 0};
    state->base = BASE;
    // `is_reported` passes PLACE as the second argument, which is the new value.
    CHECK(is_reported(&update, (char *)&pointer));
    pointer = (void *)(uintptr_t)PLACE;
    CHECK(!is_reported(&update, (char *)&pointer));
}

static void versions(void) {
    static const tool_callbacks none;
    CHECK(!__detsan_attach(ABI_VERSION + 1, &none));
    // A tool of another version changes nothing.
    state->base = 0;
    CHECK(is_reported(&hooks[0], object));
    CHECK(attach_fake_tool() == state);
    CHECK((uintptr_t)state % 64 == 0);
}

int main(int count, char **arguments) {
    state = attach_fake_tool();
    static const struct {
        const char *name;
        void (*run)(void);
    } cases[] = {
        {"fast_path", fast_path}, {"volatiles", volatiles},     {"everywhere", everywhere},
        {"detached", detached},   {"vptr_update", vptr_update}, {"versions", versions},
        {"after_checks_in_line", after_checks_in_line},
    };
    for (size_t i = 0; count == 2 && i < LENGTH(cases); i++) {
        if (strcmp(arguments[1], cases[i].name) == 0) {
            cases[i].run();
            detach_fake_tool();
            return 0;
        }
    }
    return 2;
}
