// The first thing that the program asks of OpenMP is a task with an event, which libomp does not give to what gcc has compiled.
#include <omp.h>
#include <stdio.h>

int main(void) {
    omp_event_handle_t event;
    int x = 0;
#pragma omp task detach(event) shared(x)
    x = 1;
    omp_fulfill_event(event);
    printf("x = %d\n", x);
    return 0;
}
