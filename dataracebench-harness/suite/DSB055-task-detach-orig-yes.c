/*
The second task depends on the first, and begins when the first one's event is fulfilled: that is
before the first one's helper stores into the variable.
Data race pair: packet@20:16:R vs. packet@24:13:W
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
            omp_fulfill_event(arrived);
            packet = 5;
        }
    }
    printf("seen = %d\n", seen);
    return 0;
}
