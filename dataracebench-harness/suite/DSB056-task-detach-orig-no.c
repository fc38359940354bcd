/*
The helper stores into the variable and then fulfils the event of the first task, on which the
second depends.
*/

#include <omp.h>
#include <stdio.h>

int main(void) {
    int packet = 0, seen = 0;
#pragma omp parallel
#pragma omp single
    {
        omp_event_handle_t arrived;
#pragma omp task detach(arrived) depend(out : packet)
        {
        }
#pragma omp task shared(packet, seen) depend(in : packet)
        seen = packet;
#pragma omp task shared(packet) firstprivate(arrived)
        {
            packet = 5;
            omp_fulfill_event(arrived);
        }
    }
    printf("seen = %d\n", seen);
    return seen != 5;
}
