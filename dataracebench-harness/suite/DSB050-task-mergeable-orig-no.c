/*
A mergeable task shares the variable with its creator, who waits for it.
*/

#include <stdio.h>

int main(void) {
    int mark = 1;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task shared(mark) mergeable
        mark += 4;
#pragma omp taskwait
        printf("mark = %d\n", mark);
    }
    return mark != 5;
}
