/*
Critical regions of different names do not exclude each other.
Data race pair: balance@15:13:W vs. balance@20:13:W
*/

#include <stdio.h>

int main(void) {
    int balance = 0;
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        {
#pragma omp critical(pay)
            balance += 10;
        }
#pragma omp section
        {
#pragma omp critical(draw)
            balance -= 5;
        }
    }
    printf("%d\n", balance);
    return 0;
}
