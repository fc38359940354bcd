// mutexinoutset excludes its members from each other; a task without a clause is not excluded.
//@ twin: depend-mutex.c
#include <stdio.h>

int sum;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(mutexinoutset : sum)
        sum += 10; //~ race r1 write
#pragma omp task
        sum += 100; //~ race r1 write
    }
    printf("sum = %d\n", sum);
    return 0;
}
