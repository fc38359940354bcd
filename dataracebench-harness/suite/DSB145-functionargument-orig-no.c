/*
A shared variable is passed by value: every call counts in its own copy.
*/

#include <stdio.h>

static int count(int counter) {
    counter += 1;
    return counter;
}

int main(void) {
    int counter = 0, sum = 0;
#pragma omp parallel num_threads(4) reduction(+ : sum)
    sum += count(counter);
    printf("%d\n", sum);
    return sum != 4;
}
