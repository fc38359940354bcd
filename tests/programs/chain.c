// chain N: N tasks in a row, each after the one before it by a depend clause.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    long count = argc > 1 ? atol(argv[1]) : 10, value = 0;
#pragma omp parallel
#pragma omp single
    for (long i = 0; i < count; i++) {
#pragma omp task depend(inout : value) shared(value)
        value += i;
    }
    printf("%ld after %ld tasks\n", value, count);
    return 0;
}
