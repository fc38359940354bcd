// The tasks of a group add to one variable.
//@ twin: reduction-present.c
#include <stdio.h>

int main(void) {
    int sum = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup
        for (int i = 0; i < 10; i++) {
#pragma omp task shared(sum)
            sum += i; //~ race r1 write, race r1 write
        }
    }
    printf("sum = %d\n", sum);
    return 0;
}
