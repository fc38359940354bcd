// Stands for libomp: says how its entry points were called.
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
