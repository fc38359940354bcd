/*
The address of a shared variable is passed to a function that counts in it.
Data race pair: *counter@9:5:W vs. *counter@9:5:W
*/

#include <stdio.h>

static void count(int *counter) {
    *counter += 1;
}

int main(void) {
    int counter = 0;
#pragma omp parallel num_threads(4)
    count(&counter);
    printf("%d\n", counter);
    return 0;
}
