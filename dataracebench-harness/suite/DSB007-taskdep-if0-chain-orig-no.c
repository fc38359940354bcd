/*
The second task reads what the first wrote and is ordered behind it. The undeferred task waits for
the first, the taskwait for both.
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
#pragma omp taskwait
    printf("total = %d\n", total);
}

int main(void) {
#pragma omp parallel
#pragma omp single
    work();
    return 0;
}
