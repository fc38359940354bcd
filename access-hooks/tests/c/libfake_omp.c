// Stands for libomp: says how its entry point was called.
#include <stdio.h>

void *caller, *location_seen, *task_seen;
int thread_seen;

void __kmpc_omp_task_begin_if0(void *location, int thread, void *task) {
    caller = __builtin_return_address(0);
    location_seen = location;
    thread_seen = thread;
    task_seen = task;
}
