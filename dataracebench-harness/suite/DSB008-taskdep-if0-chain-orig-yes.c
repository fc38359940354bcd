/*
The undeferred task waits for the producer of price only. The task that changes total may still be
running when total is printed.
Data race pair: total@14:5:W vs. total@19:28:R
*/

#include <stdio.h>

static void work(void) {
    int price = 40, total = 100;
#pragma omp task shared(price) depend(inout : price)
    price += 2;
#pragma omp task shared(price, total) depend(in : price) depend(inout : total)
    total -= price;
#pragma omp task if (0) depend(in : price)
    {
    }
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
