// wide N: N tasks before the first taskwait; each writes an element of an array.
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    long count = argc > 1 ? atol(argv[1]) : 1;
    int *elements = malloc(count * sizeof *elements);
#pragma omp parallel
#pragma omp single
    {
        for (long i = 0; i < count; i++) {
#pragma omp task
            elements[i] = 1;
        }
#pragma omp taskwait
        for (long i = 1; i < count; i++)
            elements[0] += elements[i];
    }
    printf("%d tasks\n", elements[0]);
    free(elements);
    return 0;
}
