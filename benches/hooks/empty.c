// The entry points of ThreadSanitizer's instrumentation, with nothing in them: a program that is linked with this costs
// what the calls alone cost. Atomic operations and memory functions do what the program asked for.
//
// With -DCOUNT every access is counted, for programs of one thread, and `accesses N` is written to the file that
// DETSAN_BENCH_COUNT names when the program ends.

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef COUNT
#include <stdio.h>
#include <stdlib.h>

static uint64_t accesses;

__attribute__((destructor)) static void write_count(void) {
    const char *path = getenv("DETSAN_BENCH_COUNT");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (!file)
        return;
    fprintf(file, "accesses %llu\n", (unsigned long long)accesses);
    fclose(file);
}

#define ACCESSES(count) (accesses += (count))
#else
#define ACCESSES(count) ((void)(count))
#endif
#define ACCESS() ACCESSES(1)

#define HOOK(name)                                                                                                                 \
    void __tsan_##name(void *address) {                                                                                            \
        (void)address;                                                                                                             \
        ACCESS();                                                                                                                  \
    }
#define HOOKS(name) HOOK(name##1) HOOK(name##2) HOOK(name##4) HOOK(name##8) HOOK(name##16)

HOOKS(read)
HOOKS(write)
HOOKS(read_write)
HOOKS(volatile_read)
HOOKS(volatile_write)
HOOKS(unaligned_read)
HOOKS(unaligned_write)
HOOKS(unaligned_read_write)
HOOKS(unaligned_volatile_read)
HOOKS(unaligned_volatile_write)
HOOK(vptr_read)

// Checks in line find that the thread is not checked, and call these at every access. They change no register, as their callers expect. THREAD_STATE is the name by which
// the checks know the state.
_Thread_local char THREAD_STATE[THREAD_STATE_SIZE] __attribute__((aligned(64)));

#define COLD_HOOK(name)                                                                                                            \
    __attribute__((preserve_most)) void __detsan_##name(void *address) {                                                           \
        (void)address;                                                                                                             \
        ACCESS();                                                                                                                  \
    }
#define COLD_HOOKS(name) COLD_HOOK(name##1) COLD_HOOK(name##2) COLD_HOOK(name##4) COLD_HOOK(name##8) COLD_HOOK(name##16)

COLD_HOOKS(read)
COLD_HOOKS(write)

__attribute__((preserve_most)) void __detsan_enter(void) {}
__attribute__((preserve_most)) void __detsan_leave(void) {}

void __tsan_vptr_update(void **slot, void *value) {
    (void)slot, (void)value;
    ACCESS();
}

void __tsan_init(void) {}
void __tsan_func_entry(void *caller) { (void)caller; }
void __tsan_func_exit(void) {}
void __tsan_ignore_thread_begin(void) {}
void __tsan_ignore_thread_end(void) {}

void __detsan_progress(void) {}

void __detsan_read_rows(void *address, size_t row, size_t stride, size_t rows, size_t width) {
    (void)address, (void)stride;
    ACCESSES(width ? rows * row / width : rows);
}

void __detsan_write_rows(void *address, size_t row, size_t stride, size_t rows, size_t width) {
    __detsan_read_rows(address, row, stride, rows, width);
}

void __tsan_read_range(void *address, size_t size) {
    (void)address, (void)size;
    ACCESS();
}

void __tsan_write_range(void *address, size_t size) {
    (void)address, (void)size;
    ACCESS();
}

void *__tsan_memcpy(void *to, const void *from, size_t size) {
    ACCESS();
    return memcpy(to, from, size);
}

void *__tsan_memmove(void *to, const void *from, size_t size) {
    ACCESS();
    return memmove(to, from, size);
}

void *__tsan_memset(void *to, int value, size_t size) {
    ACCESS();
    return memset(to, value, size);
}

// The memory order is a number that is known at run time only. Relaxed is enough: these programs run on one thread.
#define UPDATE(bits, type, name, builtin)                                                                                          \
    type __tsan_atomic##bits##_##name(volatile type *address, type value, int order) {                                             \
        (void)order;                                                                                                               \
        ACCESS();                                                                                                                  \
        return builtin(address, value, __ATOMIC_RELAXED);                                                                          \
    }
#define EXCHANGE(bits, type, name)                                                                                                 \
    int __tsan_atomic##bits##_##name(volatile type *address, type *expected, type value, int success, int failure) {               \
        (void)success, (void)failure;                                                                                              \
        ACCESS();                                                                                                                  \
        return __atomic_compare_exchange_n(address, expected, value, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);                       \
    }
#define ATOMICS(bits, type)                                                                                                        \
    type __tsan_atomic##bits##_load(const volatile type *address, int order) {                                                     \
        (void)order;                                                                                                               \
        ACCESS();                                                                                                                  \
        return __atomic_load_n(address, __ATOMIC_RELAXED);                                                                         \
    }                                                                                                                              \
    void __tsan_atomic##bits##_store(volatile type *address, type value, int order) {                                              \
        (void)order;                                                                                                               \
        ACCESS();                                                                                                                  \
        __atomic_store_n(address, value, __ATOMIC_RELAXED);                                                                        \
    }                                                                                                                              \
    type __tsan_atomic##bits##_compare_exchange_val(                                                                               \
        volatile type *address, type expected, type value, int success, int failure) {                                             \
        (void)success, (void)failure;                                                                                              \
        ACCESS();                                                                                                                  \
        __atomic_compare_exchange_n(address, &expected, value, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);                             \
        return expected;                                                                                                           \
    }                                                                                                                              \
    EXCHANGE(bits, type, compare_exchange_strong)                                                                                  \
    EXCHANGE(bits, type, compare_exchange_weak)                                                                                    \
    UPDATE(bits, type, exchange, __atomic_exchange_n)                                                                              \
    UPDATE(bits, type, fetch_add, __atomic_fetch_add)                                                                              \
    UPDATE(bits, type, fetch_sub, __atomic_fetch_sub)                                                                              \
    UPDATE(bits, type, fetch_and, __atomic_fetch_and)                                                                              \
    UPDATE(bits, type, fetch_or, __atomic_fetch_or)                                                                                \
    UPDATE(bits, type, fetch_xor, __atomic_fetch_xor)                                                                              \
    UPDATE(bits, type, fetch_nand, __atomic_fetch_nand)

ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)

void __tsan_atomic_thread_fence(int order) {
    (void)order;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

void __tsan_atomic_signal_fence(int order) { (void)order; }
