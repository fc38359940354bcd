// A task fulfils the event of another one, while a third thread's task waits for a group of its own.
//@ twin: detach-beside-chain-unordered.c
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
#pragma omp taskgroup
            {
#pragma omp task shared(x)
                x = 1;
            }
        }
#pragma omp task depend(inout : d) shared(x)
        x++;
#pragma omp task detach(event)
        {
        }
#pragma omp task firstprivate(event)
        omp_fulfill_event(event);
    }
    printf("%d\n", x);
    return 0;
}
