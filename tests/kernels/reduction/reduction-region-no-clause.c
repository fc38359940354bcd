// Tasks change the variable of a region's reduction without taking part in it.
//@ twin: reduction-region-tasks.c
#include <stdio.h>

int main(void) {
    int sum = 0;
#pragma omp parallel reduction(task, + : sum)
    {
        sum += 1;
#pragma omp single
        for (int i = 0; i < 5; i++) {
#pragma omp task shared(sum)
            sum += i; //~ race r1 write, race r1 write
        }
        sum += 1;
    }
    printf("%d\n", sum > 0);
    return 0;
}
