// A task fulfils the event of another one, while a third thread's task waits for a group of its own. The group is missing.
//@ twin: detach-beside-chain.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int main(void) {
    int d = 0, x = 0;
#pragma omp parallel num_threads(3) shared(d, x)
#pragma omp single
    {
        omp_event_handle_t event;
#pragma omp task depend(out : d) shared(x)
        {
#pragma omp task shared(x)
            x = 1; //~ race r1 write
        }
#pragma omp task depend(inout : d) shared(x)
        x = 2; //~ race r1 write
#pragma omp task detach(event)
        {
        }
#pragma omp task firstprivate(event)
        omp_fulfill_event(event);
    }
    printf("%d\n", x);
    return 0;
}
