// Of two variables that the tasks of a taskloop change one is missing in the reduction.
//@ twin: reduction-taskloop.c
#include <stdio.h>

int main(void) {
    int sum = 0, product = 1;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop num_tasks(20) reduction(+ : sum) shared(product)
    for (int i = 0; i < 40; i++) {
        sum += i;
        product *= 1 + i % 2; //~ race r1 write, race r1 write
    }
    printf("sum = %d, product = %d\n", sum, product);
    return 0;
}
