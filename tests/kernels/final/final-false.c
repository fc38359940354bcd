// The outer task is not final: its child is deferred, and the outer task reads without waiting.
//@ twin: final-true.c
//@ args: 0
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
            part = 1;         //~ race r1 write
            total = part + 1; //~ race r1 read
        }
    }
    printf("total = %d\n", total);
    return 0;
}
