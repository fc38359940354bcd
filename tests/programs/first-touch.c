// Two tasks race for memory that nobody has touched before.
#include <stdlib.h>

static __attribute__((noinline)) void set(int *place, int value) { *place = value; }

int main(void) {
    int *place = malloc(64);
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        set(place, 1);
#pragma omp task
        set(place, 2);
#pragma omp taskwait
    }
    free(place);
    return 0;
}
