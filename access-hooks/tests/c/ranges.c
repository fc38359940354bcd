// The hooks of ranges and of the copying and filling of memory.
#include "fake_tool.h"

#include <errno.h>
#include <string.h>

void __tsan_read_range(void *, size_t);
void __tsan_write_range(void *, size_t);
void __tsan_read_range_pc(void *, size_t, uintptr_t);
void __tsan_write_range_pc(void *, size_t, uintptr_t);
void *__tsan_memcpy(void *, const void *, size_t);
void *__tsan_memmove(void *, const void *, size_t);
void *__tsan_memset(void *, int, size_t);
void *__memcpy_chk(void *, const void *, size_t, size_t);
void *__memmove_chk(void *, const void *, size_t, size_t);
void *__memset_chk(void *, int, size_t, size_t);
void __tsan_external_read(void *, uintptr_t, void *);
void __tsan_external_write(void *, uintptr_t, void *);

enum { PLACE = 0x1234567 };

static char a[1000], b[1000];

static void *call(void *hook, uintptr_t x, uintptr_t y, uintptr_t z) {
    errno = ERANGE;
    listen_anew();
    void *result = (void *)(uintptr_t)call_hook(hook, x, y, z, sizeof a);
    listening = false;
    CHECK(errno == ERANGE);
    return result;
}

static bool told(size_t i, event_type type, void *address, size_t length, uint32_t kind, uintptr_t pc) {
    const event *e = &heard[i];
    return i < heard_count && e->type == type && e->address == (uintptr_t)address && e->length == length &&
           e->kind == kind && e->pc == pc;
}

static bool copy_was_told(void *to, void *from, size_t length) {
    const uintptr_t here = (uintptr_t)place_of_call;
    return heard_count == 2 && told(0, RANGE, from, length, IS_RANGE, here) && told(1, RANGE, to, length, WRITE | IS_RANGE, here);
}

int main(void) {
    const uintptr_t here = (uintptr_t)place_of_call, x = (uintptr_t)a, y = (uintptr_t)b;
    attach_fake_tool();

    call(__tsan_read_range, x, 1000, 0);
    CHECK(heard_count == 1 && told(0, RANGE, a, 1000, IS_RANGE, here));
    call(__tsan_write_range, x, 1000, 0);
    CHECK(heard_count == 1 && told(0, RANGE, a, 1000, WRITE | IS_RANGE, here));
    call(__tsan_read_range_pc, x, 10, PLACE);
    CHECK(heard_count == 1 && told(0, RANGE, a, 10, IS_RANGE, PLACE));
    call(__tsan_write_range_pc, x, 10, PLACE);
    CHECK(heard_count == 1 && told(0, RANGE, a, 10, WRITE | IS_RANGE, PLACE));
    call(__tsan_external_read, x, PLACE, 0);
    CHECK(heard_count == 1 && told(0, ACCESS, a, 0, 1, PLACE));
    call(__tsan_external_write, x, PLACE, 0);
    CHECK(heard_count == 1 && told(0, ACCESS, a, 0, 1 | WRITE, PLACE));

    // By the name that clang uses, by the one that gcc leaves, and by that of -D_FORTIFY_SOURCE.
    void *const copies[] = {__tsan_memcpy, memcpy, __memcpy_chk, __tsan_memmove, memmove, __memmove_chk};
    for (int i = 0; i < 6; i++) {
        b[0] = (char)i, b[998] = 98, b[999] = 99, a[999] = 0;
        CHECK(call(copies[i], x, y, 999) == a && copy_was_told(a, b, 999));
        CHECK(a[0] == i && a[998] == 98 && a[999] == 0);
    }
    for (int i = 3; i < 6; i++) {
        for (int k = 0; k < 1000; k++) {
            a[k] = (char)k;
        }
        CHECK(call(copies[i], x + 1, x, 999) == a + 1 && copy_was_told(a + 1, a, 999));
        CHECK(a[0] == 0 && a[1] == 0 && a[999] == (char)998);
    }
    void *const fills[] = {__tsan_memset, memset, __memset_chk};
    for (int i = 0; i < 3; i++) {
        a[999] = 1;
        CHECK(call(fills[i], x, 0x100 | 55, 999) == a);
        CHECK(heard_count == 1 && told(0, RANGE, a, 999, WRITE | IS_RANGE, here));
        CHECK(a[0] == 55 && a[998] == 55 && a[999] == 1);
    }

    // Nothing is accessed: nothing is told.
    void *const all[] = {__tsan_memcpy, __tsan_memmove, __tsan_memset, __tsan_read_range, __tsan_write_range};
    for (int i = 0; i < 5; i++) {
        call(all[i], x, i < 3 ? y : 0, 0);
        CHECK(heard_count == 0);
    }
    detach_fake_tool();
    for (int i = 0; i < 5; i++) {
        call(all[i], x, i < 3 ? y : 10, 10);
        CHECK(heard_count == 0);
    }
    return 0;
}
