// A variable that is shared in the region is shared in its tasks by default.
//@ twin: capture-private.c
#include <stdio.h>

int out[2];

int main(void) {
    int work = 0;
#pragma omp parallel shared(work)
#pragma omp single
    for (int i = 0; i < 2; i++) {
#pragma omp task
        {
            work = i; //~ race r1 write, race r1 write
            out[i] = i;
        }
    }
    printf("%d %d\n", out[1], work);
    return 0;
}
