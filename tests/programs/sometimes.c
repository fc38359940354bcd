// Uses OpenMP, and then races, only if it is given an argument.
#include <stdio.h>

int x;

int main(int count, char **arguments) {
    (void)arguments;
    if (count > 1) {
#pragma omp parallel
#pragma omp single
        {
#pragma omp task
            x = 1;
#pragma omp task
            x = 2;
        }
    }
    puts("done");
    return 3;
}
