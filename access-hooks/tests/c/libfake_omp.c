// Stands for libomp: says how its entry points were called.
#include <stddef.h>
#include <stdint.h>

void *caller, *location_seen, *task_seen;
int thread_seen;

void __kmpc_omp_task_begin_if0(void *location, int thread, void *task) {
    caller = __builtin_return_address(0);
    location_seen = location;
    thread_seen = thread;
    task_seen = task;
}

uintptr_t arguments_seen[7];

#define DOOR(name)                                                                                                     \
    void name(uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t e, uintptr_t f, uintptr_t g) {             \
        uintptr_t arguments[] = {a, b, c, d, e, f, g};                                                                 \
        caller = __builtin_return_address(0);                                                                          \
        for (int i = 0; i < 7; i++) {                                                                                  \
            arguments_seen[i] = arguments[i];                                                                          \
        }                                                                                                              \
    }

DOOR(GOMP_task)
DOOR(GOMP_taskloop)
DOOR(GOMP_taskloop_ull)
DOOR(__kmpc_task_reduction_modifier_fini)

#define GROUP(name)                                                                                                    \
    uintptr_t name(uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t e) {                                  \
        uintptr_t arguments[] = {a, b, c, d, e};                                                                       \
        caller = __builtin_return_address(0);                                                                          \
        for (int i = 0; i < 5; i++) {                                                                                  \
            arguments_seen[i] = arguments[i];                                                                          \
        }                                                                                                              \
        return 99;                                                                                                     \
    }

GROUP(__kmpc_taskred_init)
GROUP(__kmpc_task_reduction_init)
GROUP(__kmpc_taskred_modifier_init)
GROUP(__kmpc_task_reduction_modifier_init)

char copies[64];

void *__kmpc_task_reduction_get_th_data(int thread, void *group, void *item) {
    return thread == 5 && group == (void *)77 && item ? copies + 1 : 0;
}

// Each item gets the next copy.
void GOMP_task_reduction_remap(unsigned long count, unsigned long originals, void **pointers) {
    static char *next = copies;
    for (unsigned long i = 0; i < count; i++) {
        if (i < originals) {
            pointers[count + i] = pointers[i];
        }
        pointers[i] = next++;
    }
}

// What the functions below return, and how much the tool had heard when they were called.
int answer;
size_t heard_before;
extern size_t heard_count;

#define ANSWERED(name)                                                                                                 \
    int name(uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t e, uintptr_t f, uintptr_t g) {              \
        uintptr_t arguments[] = {a, b, c, d, e, f, g};                                                                 \
        for (int i = 0; i < 7; i++) {                                                                                  \
            arguments_seen[i] = arguments[i];                                                                          \
        }                                                                                                              \
        heard_before = heard_count;                                                                                    \
        return answer;                                                                                                 \
    }

ANSWERED(__kmpc_doacross_init)
ANSWERED(__kmpc_doacross_post)
ANSWERED(__kmpc_doacross_wait)
ANSWERED(__kmpc_reduce)
ANSWERED(__kmpc_reduce_nowait)
ANSWERED(__kmpc_end_reduce)
ANSWERED(__kmpc_end_reduce_nowait)
ANSWERED(__kmpc_dispatch_fini_4)
ANSWERED(__kmpc_dispatch_fini_4u)
ANSWERED(__kmpc_dispatch_fini_8)
ANSWERED(__kmpc_dispatch_fini_8u)
