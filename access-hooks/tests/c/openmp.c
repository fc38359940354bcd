// An undeferred task: the tool hears of it before libomp is called as if we were not there.
#include "fake_tool.h"

void __kmpc_omp_task_begin_if0(void *location, int thread, void *task);
extern void *caller, *location_seen, *task_seen;
extern int thread_seen;

int main(void) {
    attach_fake_tool();
    listen_anew();
    call_hook(__kmpc_omp_task_begin_if0, heard, -3L, &listening);
    listening = false;
    CHECK(heard_count == 1 && heard[0].type == UNDEFERRED_TASK);
    CHECK(caller == place_of_call && location_seen == heard && thread_seen == -3 && task_seen == &listening);
    return 0;
}
