// A real undeferred task among deferred ones. Instrumented.
#include "fake_tool.h"

int main(void) {
    int done = 0;
    attach_fake_tool();
    listen_anew();
#pragma omp parallel num_threads(1)
    {
#pragma omp task shared(done)
        done += 1;
#pragma omp task shared(done) if (0)
        done += 2;
#pragma omp task shared(done)
        done += 4;
    }
    listening = false;
    CHECK(done == 7);
    int undeferred = 0;
    for (size_t i = 0; i < heard_count; i++) {
        undeferred += heard[i].type == UNDEFERRED_TASK;
    }
    CHECK(undeferred == 1);
    return 0;
}
