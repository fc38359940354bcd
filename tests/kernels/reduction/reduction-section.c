// Tasks take part in the reduction of a section of an array.
//@ twin: reduction-section-beyond.c
#include <stdio.h>

enum { SIZE = 8 };

int main(void) {
    int counts[SIZE] = {0};
    int *all = counts, length = 4;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup task_reduction(+ : all[2:length])
        for (int i = 0; i < 6; i++) {
#pragma omp task in_reduction(+ : all[2:length])
            {
                all[2 + i % 4] += i;
                all[5] += 1;
            }
        }
    }
    for (int i = 0; i < SIZE; i++)
        printf("%d ", counts[i]);
    printf("\n");
    return 0;
}
