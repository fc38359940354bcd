// Every thread runs the target region, which changes a variable of all.
//@ twin: target-firstprivate.c
//@ options: team=4
#include <stdio.h>

int value;

int main(void) {
#pragma omp parallel
    {
#pragma omp target map(tofrom : value)
        value += 1; //~ race r1 write, race r1 write
    }
    printf("%d\n", value);
    return 0;
}
