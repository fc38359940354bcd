// The hooks of atomics, called directly: what they tell, what they return, what they leave behind.
#include "fake_tool.h"

#include <errno.h>
#include <string.h>

typedef unsigned __int128 uint128_t;

#define UPDATE (ATOMIC | WRITE | READ_WRITE)
#define PATTERN ((uint128_t)0x0123456789abcdef << 64 | 0xfedcba9876543210)

// The hooks for one width. Their types do not matter here: arguments are put into registers by hand.
typedef struct {
    unsigned bits;
    void *load, *store, *exchange, *fetch_add, *fetch_sub, *fetch_and, *fetch_or, *fetch_xor, *fetch_nand;
    void *strong, *weak, *val;
} width;

#define EACH_WIDTH(f) f(8) f(16) f(32) f(64) f(128)
#define EACH_HOOK(f, bits)                                                                                             \
    f(bits, load) f(bits, store) f(bits, exchange) f(bits, fetch_add) f(bits, fetch_sub) f(bits, fetch_and)            \
        f(bits, fetch_or) f(bits, fetch_xor) f(bits, fetch_nand) f(bits, compare_exchange_strong)                      \
            f(bits, compare_exchange_weak) f(bits, compare_exchange_val)
#define DECLARE(bits, name) void __tsan_atomic##bits##_##name(void);
#define DECLARE_ALL(bits) EACH_HOOK(DECLARE, bits)
EACH_WIDTH(DECLARE_ALL)
#define POINTER(bits, name) __tsan_atomic##bits##_##name,
#define WIDTH(bits) {bits, EACH_HOOK(POINTER, bits)},
static const width widths[] = {EACH_WIDTH(WIDTH)};

void __tsan_atomic_thread_fence(int);
void __tsan_atomic_signal_fence(int);

static const width *w;
static uint64_t order;

// What an order asks for.
static uint32_t flags(void) {
    static const uint32_t flags[] = {
        [__ATOMIC_RELAXED] = 0,
        [__ATOMIC_CONSUME] = ACQUIRE,
        [__ATOMIC_ACQUIRE] = ACQUIRE,
        [__ATOMIC_RELEASE] = RELEASE,
        [__ATOMIC_ACQ_REL] = ACQUIRE | RELEASE,
        [__ATOMIC_SEQ_CST] = ACQUIRE | RELEASE,
    };
    return flags[order & 0xff];
}

// The variable is the one in the middle.
static _Alignas(16) char memory[48];
static void *const variable = memory + 16;

// A value as the type under test holds it.
static uint128_t cut(uint128_t value) { return w->bits == 128 ? value : value & (((uint128_t)1 << w->bits) - 1); }

static uint128_t get(const void *at) {
    uint128_t value = 0;
    memcpy(&value, at, w->bits / 8);
    return value;
}

static void set(void *at, uint128_t value) { memcpy(at, &value, w->bits / 8); }

// The registers of a call.
typedef struct {
    uint64_t words[7];
    unsigned count;
} registers;

static void push_value(registers *r, uint128_t value) {
    // Nobody says what is in the upper part of a register that holds a smaller value.
    uint64_t dirt = w->bits < 64 ? ~0UL << w->bits : 0;
    r->words[r->count++] = (uint64_t)value | dirt;
    if (w->bits == 128) {
        r->words[r->count++] = (uint64_t)(value >> 64);
    }
}

static uint128_t call(void *hook, uint32_t kind, registers r) {
    errno = ERANGE;
    listen_anew();
    const uint64_t *a = r.words;
    uint128_t result = call_hook(hook, a[0], a[1], a[2], a[3], a[4], a[5], a[6]);
    listening = false;
    CHECK(errno == ERANGE);
    CHECK(heard_count == 1 && heard[0].type == ACCESS);
    CHECK(heard[0].address == (uintptr_t)variable && heard[0].kind == (kind | flags() | w->bits / 8));
    CHECK(heard[0].pc == (uintptr_t)place_of_call);
    return result;
}

static uint128_t load(void) { return cut(call(w->load, ATOMIC, (registers){{(uintptr_t)variable, order}, 2})); }

static uint128_t with_value(void *hook, uint32_t kind, uint128_t value) {
    registers r = {{(uintptr_t)variable}, 1};
    push_value(&r, value);
    r.words[r.count++] = order;
    return cut(call(hook, kind, r));
}

static int compare_exchange(void *hook, void *expected, uint128_t value) {
    registers r = {{(uintptr_t)variable, (uintptr_t)expected}, 2};
    push_value(&r, value);
    r.words[r.count++] = order;
    r.words[r.count++] = __ATOMIC_RELAXED;
    return (int)call(hook, UPDATE, r);
}

static uint128_t compare_exchange_val(uint128_t expected, uint128_t value) {
    registers r = {{(uintptr_t)variable}, 1};
    push_value(&r, expected);
    push_value(&r, value);
    r.words[r.count++] = order;
    r.words[r.count++] = __ATOMIC_RELAXED;
    return cut(call(w->val, UPDATE, r));
}

static void test_width(void) {
    const uint128_t a = cut(PATTERN), b = cut(PATTERN * 7 + 1);
    memset(memory, 0x77, sizeof memory);

    with_value(w->store, ATOMIC | WRITE, a);
    CHECK(get(variable) == a && load() == a);
    with_value(w->store, ATOMIC | WRITE, 0);
    CHECK(get(variable) == 0 && load() == 0);
    CHECK(with_value(w->exchange, UPDATE, b) == 0 && get(variable) == b);
    CHECK(with_value(w->fetch_add, UPDATE, a) == b && get(variable) == cut(a + b));
    CHECK(with_value(w->fetch_sub, UPDATE, a) == cut(a + b) && get(variable) == b);
    CHECK(with_value(w->fetch_and, UPDATE, a) == b && get(variable) == (a & b));
    CHECK(with_value(w->fetch_or, UPDATE, a) == (a & b) && get(variable) == a);
    CHECK(with_value(w->fetch_xor, UPDATE, b) == a && get(variable) == (a ^ b));
    CHECK(with_value(w->fetch_nand, UPDATE, b) == (a ^ b) && get(variable) == cut(~((a ^ b) & b)));

    void *const hooks[] = {w->strong, w->weak};
    for (int i = 0; i < 2; i++) {
        _Alignas(16) char expected[16];
        set(expected, a);
        set(variable, b);
        CHECK(compare_exchange(hooks[i], expected, a) == 0 && get(expected) == b && get(variable) == b);
        CHECK(compare_exchange(hooks[i], expected, a) == 1 && get(expected) == b && get(variable) == a);
    }
    set(variable, b);
    CHECK(compare_exchange_val(a, a) == b && get(variable) == b);
    CHECK(compare_exchange_val(b, a) == b && get(variable) == a);

    for (char *around = memory; around < memory + sizeof memory; around++) {
        bool inside = around >= (char *)variable && around < (char *)variable + w->bits / 8;
        CHECK(inside || *around == 0x77);
    }
}

int main(void) {
    attach_fake_tool();
    for (w = widths; w < widths + sizeof widths / sizeof *widths; w++) {
        for (order = __ATOMIC_RELAXED; order <= __ATOMIC_SEQ_CST; order++) {
            test_width();
        }
        // With gcc's hint for transactional memory.
        order = __ATOMIC_ACQUIRE | 1 << 16;
        test_width();
    }
    for (int fence = __ATOMIC_RELAXED; fence <= __ATOMIC_SEQ_CST; fence++) {
        errno = ERANGE;
        listen_anew();
        __tsan_atomic_signal_fence(fence);
        CHECK(heard_count == 0);
        __tsan_atomic_thread_fence(fence);
        listening = false;
        // A relaxed fence has no effect.
        CHECK(heard_count == (fence != __ATOMIC_RELAXED) && (heard_count == 0 || heard[0].type == FENCE));
        CHECK(errno == ERANGE);
    }

    detach_fake_tool();
    listen_anew();
    __tsan_atomic_thread_fence(__ATOMIC_SEQ_CST);
    CHECK(heard_count == 0);
    return 0;
}
