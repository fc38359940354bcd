/*
The depend clauses order the two stores: the task that names the counter as input waits for the one
that names it as output.
*/

#include <stdio.h>

int main(void) {
    int stock = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : stock)
        stock = 10;
#pragma omp task depend(in : stock)
        stock = 20;
    }
    printf("stock = %d\n", stock);
    return stock != 20;
}
