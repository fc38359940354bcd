// The child fulfils its parent's event before it has written.
//@ twin: detach-child-fulfills.c
#include <omp.h>
#include <stdio.h>

int x, y;

int main(void) {
    int seen = 0;
#pragma omp parallel
#pragma omp single
    {
        omp_event_handle_t event;
#pragma omp task detach(event)
        {
#pragma omp task firstprivate(event)
            {
                omp_fulfill_event(event);
                y = 2; //~ race r1 write
            }
            x = 1;
        }
#pragma omp taskwait
        seen = x + y; //~ race r1 read
    }
    printf("%d\n", seen);
    return 0;
}
