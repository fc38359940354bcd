// The tasks of a taskloop take part in a reduction. There are more than libomp creates one after the other.
//@ twin: reduction-taskloop-missing.c
#include <stdio.h>

int main(void) {
    int sum = 0, product = 1;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop num_tasks(20) reduction(+ : sum) reduction(* : product)
    for (int i = 0; i < 40; i++) {
        sum += i;
        product *= 1 + i % 2;
    }
    printf("sum = %d, product = %d\n", sum, product);
    return 0;
}
