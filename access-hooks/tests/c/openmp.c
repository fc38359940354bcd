// Entry points of libomp: the tool hears of them before libomp is called as if we were not there.
#include "fake_tool.h"

#include <string.h>

void __kmpc_omp_task_begin_if0(void *location, int thread, void *task);
extern void *caller, *location_seen, *task_seen;
extern int thread_seen;

void GOMP_task(void *, void *, void *, long, long, int, unsigned);
void GOMP_taskloop(void *, void *, void *, long, long, unsigned, unsigned long);
void GOMP_taskloop_ull(void *, void *, void *, long, long, unsigned, unsigned long);
extern uintptr_t arguments_seen[7];

static void check_door(void *function, uintptr_t last) {
    listen_anew();
    call_hook(function, 11L, 12L, 13L, 14L, 15L, 16L, last);
    listening = false;
    CHECK(heard_count >= 1);
    event *construct = &heard[heard_count - 1];
    CHECK(construct->type == CONSTRUCT && construct->pc == (uintptr_t)place_of_call);
    CHECK(caller == place_of_call);
    CHECK(construct->address == 0);
    for (uintptr_t i = 0; i < 6; i++) {
        CHECK(arguments_seen[i] == 11 + i);
    }
    CHECK(arguments_seen[6] == last);
}

int main(void) {
    attach_fake_tool();
    check_door(GOMP_task, 8);
    CHECK(heard_count == 1);
    check_door(GOMP_task, 1 << 13 | 8);
    CHECK(heard_count == 2 && heard[0].type == UNSUPPORTED && strstr((const char *)heard[0].address, "detach"));
    check_door(GOMP_taskloop, 1 << 13);
    CHECK(heard_count == 1);
    check_door(GOMP_taskloop_ull, 0);
    CHECK(heard_count == 1);

    // What a taskloop reduces is described behind its bounds.
    uintptr_t data[] = {0, 10, 4711};
    listen_anew();
    call_hook(GOMP_taskloop, 11L, data, 13L, 14L, 15L, 1L << 12, 17L);
    listening = false;
    CHECK(heard_count == 1 && heard[0].type == CONSTRUCT && heard[0].address == 4711);

    listen_anew();
    call_hook(__kmpc_omp_task_begin_if0, heard, -3L, &listening);
    listening = false;
    CHECK(heard_count == 1 && heard[0].type == UNDEFERRED_TASK);
    CHECK(caller == place_of_call && location_seen == heard && thread_seen == -3 && task_seen == &listening);
    return 0;
}
