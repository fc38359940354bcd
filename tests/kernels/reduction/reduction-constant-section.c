// Tasks take part in the reduction of a section of an array, of constant length.
//@ twin: reduction-constant-section-beyond.c
//@ known-false-positive: clang 19 tells libomp that such a section has one element
#include <stdio.h>

enum { SIZE = 8 };

int main(void) {
    int counts[SIZE] = {0};
    int *all = counts;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup task_reduction(+ : all[2:4])
        for (int i = 0; i < 6; i++) {
#pragma omp task in_reduction(+ : all[2:4])
            {
                all[2] += i;
                all[5] += 1; //~ false-race r1 write, false-race r1 write
            }
        }
    }
    for (int i = 0; i < SIZE; i++)
        printf("%d ", counts[i]);
    printf("\n");
    return 0;
}
