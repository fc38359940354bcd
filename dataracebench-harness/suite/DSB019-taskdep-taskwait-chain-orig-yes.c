/*
The taskwait names price, of which the second task is a reader: it waits for the first task and not
for the second, which changes total.
Data race pair: total@14:5:W vs. total@17:28:R
*/

#include <stdio.h>

static void work(void) {
    int price = 40, total = 100;
#pragma omp task shared(price) depend(inout : price)
    price += 2;
#pragma omp task shared(price, total) depend(in : price) depend(inout : total)
    total -= price;
#pragma omp taskwait depend(in : price)
    printf("price = %d\n", price);
    printf("total = %d\n", total);
#pragma omp taskwait
}

int main(void) {
#pragma omp parallel
#pragma omp single
    work();
    return 0;
}
