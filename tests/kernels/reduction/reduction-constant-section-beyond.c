// Tasks take part in the reduction of a section of an array, of constant length, and change the element after it, too.
//@ twin: reduction-constant-section.c
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
                all[6] += 1; //~ race r1 write, race r1 write
            }
        }
    }
    for (int i = 0; i < SIZE; i++)
        printf("%d ", counts[i]);
    printf("\n");
    return 0;
}
