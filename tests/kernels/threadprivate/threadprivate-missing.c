// A scratch variable that all threads share is used by all tasks. The write comes first in each task and stands for
// the read after it: only the writes are reported.
//@ twin: threadprivate-present.c
#include <stdio.h>

int scratch;
int results[6];

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 6; i++) {
#pragma omp task
        {
            scratch = i; //~ race r1 write, race r1 write
            results[i] = scratch;
        }
    }
    printf("%d\n", results[5]);
    return 0;
}
