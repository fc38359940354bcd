// Every sort of access that a compiler instruments, without a tool: the program must compute what it would without the
// hooks.
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                                    \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)

typedef unsigned __int128 uint128_t;

#define EACH_TYPE(f) f(uint8_t) f(uint16_t) f(uint32_t) f(uint64_t) f(uint128_t)

// A number whose bytes all differ.
#define PATTERN ((uint128_t)0x0123456789abcdef << 64 | 0xfedcba9876543210)

struct packed {
    char before;
    uint16_t two;
    uint32_t four;
    uint64_t eight;
    uint128_t sixteen;
} __attribute__((packed));

struct large {
    long words[40];
};

#define PLAIN(type)                                                                                                    \
    static __attribute__((noinline)) void plain_##type(type *p, volatile type *v) {                                    \
        *p = (type)PATTERN;                                                                                            \
        *p += 3;                                                                                                       \
        CHECK(*p == (type)(PATTERN + 3));                                                                              \
        *v = (type)PATTERN;                                                                                            \
        *v += 5;                                                                                                       \
        CHECK(*v == (type)(PATTERN + 5));                                                                              \
    }
EACH_TYPE(PLAIN)

#define ATOMICS(type)                                                                                                  \
    static __attribute__((noinline)) void atomic_##type(type *p, type a, type b) {                                     \
        __atomic_store_n(p, a, __ATOMIC_RELAXED);                                                                      \
        CHECK(__atomic_load_n(p, __ATOMIC_RELAXED) == a);                                                              \
        __atomic_store_n(p, b, __ATOMIC_RELEASE);                                                                      \
        CHECK(__atomic_load_n(p, __ATOMIC_ACQUIRE) == b);                                                              \
        __atomic_store_n(p, a, __ATOMIC_SEQ_CST);                                                                      \
        CHECK(__atomic_load_n(p, __ATOMIC_SEQ_CST) == a);                                                              \
        CHECK(__atomic_exchange_n(p, b, __ATOMIC_ACQ_REL) == a && *p == b);                                            \
        CHECK(__atomic_fetch_add(p, a, __ATOMIC_RELAXED) == b && *p == (type)(a + b));                                 \
        CHECK(__atomic_fetch_sub(p, a, __ATOMIC_SEQ_CST) == (type)(a + b) && *p == b);                                 \
        CHECK(__atomic_fetch_and(p, a, __ATOMIC_ACQUIRE) == b && *p == (type)(a & b));                                 \
        CHECK(__atomic_fetch_or(p, a, __ATOMIC_RELEASE) == (type)(a & b) && *p == a);                                  \
        CHECK(__atomic_fetch_xor(p, b, __ATOMIC_SEQ_CST) == a && *p == (type)(a ^ b));                                 \
        CHECK(__atomic_fetch_nand(p, b, __ATOMIC_SEQ_CST) == (type)(a ^ b) && *p == (type) ~((a ^ b) & b));            \
        CHECK(__atomic_add_fetch(p, 1, __ATOMIC_SEQ_CST) == (type)(~((a ^ b) & b) + 1));                               \
        type expected = a;                                                                                             \
        *p = b;                                                                                                        \
        CHECK(!__atomic_compare_exchange_n(p, &expected, a, 0, __ATOMIC_SEQ_CST, __ATOMIC_ACQUIRE));                   \
        CHECK(expected == b && *p == b);                                                                               \
        CHECK(__atomic_compare_exchange_n(p, &expected, a, 0, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));                    \
        CHECK(expected == b && *p == a);                                                                               \
        expected = a;                                                                                                  \
        while (!__atomic_compare_exchange_n(p, &expected, b, 1, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {                 \
        }                                                                                                              \
        CHECK(*p == b);                                                                                                \
        __atomic_thread_fence(__ATOMIC_SEQ_CST);                                                                       \
        __atomic_thread_fence(__ATOMIC_ACQUIRE);                                                                       \
        __atomic_signal_fence(__ATOMIC_SEQ_CST);                                                                       \
    }
EACH_TYPE(ATOMICS)

void plain_packed(struct packed *p);

// Not static, or else the compiler would find out how the object is aligned.
__attribute__((noinline)) void plain_packed(struct packed *p) {
    p->two = (uint16_t)PATTERN;
    p->four = (uint32_t)PATTERN;
    p->eight = (uint64_t)PATTERN;
    p->sixteen = PATTERN;
    p->four++;
    CHECK(p->two == (uint16_t)PATTERN && p->four == (uint32_t)PATTERN + 1);
    CHECK(p->eight == (uint64_t)PATTERN && p->sixteen == PATTERN);
}

static __attribute__((noinline)) void copies(struct large *to, struct large *from, char *text, size_t length) {
    memset(from, 0x5a, sizeof *from);
    *to = *from;
    CHECK(to->words[39] == 0x5a5a5a5a5a5a5a5a);
    memcpy(text, "determinacy", 12);
    CHECK(memmove(text + 1, text, length - 1) == text + 1);
    CHECK(strcmp(text, "ddeterminacy") == 0);
    memset(to, 0, sizeof *to);
    CHECK(to->words[0] == 0 && to->words[39] == 0);
}

static jmp_buf target;

static __attribute__((noinline)) void jump(jmp_buf *to, int depth) {
    if (depth > 0) {
        jump(to, depth - 1);
    } else if (to) {
        longjmp(*to, 7);
    }
}

static void allocations(void) {
    char *blocks[] = {malloc(100), calloc(10, 10), realloc(NULL, 100), aligned_alloc(64, 128), NULL};
    CHECK(posix_memalign((void **)&blocks[4], 256, 100) == 0);
    CHECK((uintptr_t)blocks[3] % 64 == 0 && (uintptr_t)blocks[4] % 256 == 0);
    for (int i = 0; i < 100; i++) {
        CHECK(blocks[1][i] == 0);
    }
    for (int i = 0; i < 5; i++) {
        memset(blocks[i], i, 100);
        blocks[i] = realloc(blocks[i], 100000);
        CHECK(blocks[i][99] == i);
        free(blocks[i]);
    }
    free(NULL);
}

int main(void) {
    _Alignas(16) static char memory[64], other[64];
#define RUN(type)                                                                                                      \
    plain_##type((type *)memory, (volatile type *)other);                                                              \
    atomic_##type((type *)memory, (type)PATTERN, (type)(PATTERN * 7));
    EACH_TYPE(RUN)

    static struct packed packed;
    plain_packed(&packed);
    static struct large to, from;
    char text[16] = "";
    copies(&to, &from, text, 14);
    if (setjmp(target) == 0) {
        jump(&target, 10);
        abort();
    }
    allocations();
    puts("as it should be");
    return 0;
}
