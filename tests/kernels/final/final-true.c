// Children of a final task are included: they are done when their creator goes on.
//@ twin: final-false.c
//@ args: 1
#include <stdio.h>
#include <stdlib.h>

int part, total;

int main(int argc, char **argv) {
    int is_final = argc > 1 ? atoi(argv[1]) : 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task final(is_final)
        {
#pragma omp task
            part = 1;
            total = part + 1;
        }
    }
    printf("total = %d\n", total);
    return 0;
}
