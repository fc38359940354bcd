// Two tasks write an unaligned field of a packed structure.
//@ twin: packed-neighbour-fields.c
#include <stdio.h>

struct __attribute__((packed)) record {
    char tag;
    int number;
    short code;
    double weight;
} record;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            record.number = 1;   //~ race number write
            record.weight = 1.0; //~ race weight write
        }
#pragma omp task
        {
            record.number = 2;   //~ race number write
            record.weight = 2.0; //~ race weight write
        }
    }
    printf("%d %g\n", record.number, record.weight);
    return 0;
}
