// Unaligned fields that share machine words with their neighbours, each written by a task of its own.
//@ twin: packed-same-field.c
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
        record.tag = 'x';
#pragma omp task
        record.number = 1;
#pragma omp task
        record.code = 2;
#pragma omp task
        record.weight = 3.0;
    }
    printf("%c %d %d %g\n", record.tag, record.number, record.code, record.weight);
    return 0;
}
