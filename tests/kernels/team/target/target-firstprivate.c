// Every thread runs the target region, which has its own copy of a scalar.
//@ twin: target-each-thread.c
//@ options: team=4
#include <stdio.h>

int main(void) {
    int value = 0;
#pragma omp parallel
    {
#pragma omp target
        {
            value += 1;
            if (value != 1)
                puts("wrong");
        }
    }
    printf("%d\n", value);
    return value;
}
