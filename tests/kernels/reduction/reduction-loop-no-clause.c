// Tasks change the variable of a loop's reduction, while the loop goes on, without taking part in it.
//@ twin: reduction-loop-tasks.c
#include <stdio.h>

int main(void) {
    int sum = 0;
#pragma omp parallel
#pragma omp for reduction(task, + : sum)
    for (int i = 0; i < 10; i++) {
        sum += i; //~ race r2 write
#pragma omp task shared(sum)
        sum += i; //~ race r1 write, race r1 write, race r2 write
    }
    printf("sum = %d\n", sum);
    return 0;
}
