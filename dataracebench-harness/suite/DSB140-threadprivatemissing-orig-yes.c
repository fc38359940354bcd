/*
A global variable is used as scratch space by a function that all threads call.
Data race pair: counter@14:10:W vs. counter@14:10:W
Data race pair: counter@14:10:W vs. counter@14:23:R
Data race pair: counter@14:10:W vs. counter@16:12:R
Data race pair: counter@14:23:R vs. counter@14:37:W
*/

#include <stdio.h>

int counter;

static int count(int to) {
    for (counter = 0; counter < to; counter++) {
    }
    return counter;
}

int main(void) {
    int sum = 0;
#pragma omp parallel for reduction(+ : sum) num_threads(4)
    for (int i = 0; i < 16; i++)
        sum += count(i);
    printf("%d\n", sum);
    return 0;
}
