// Two master regions are run by the same thread, one after the other.
//@ twin: masters-and-masked.c
//@ options: team=4
#include <stdio.h>

int setting;

int main(void) {
#pragma omp parallel
    {
#pragma omp master
        setting = 1;
#pragma omp master
        setting += 2;
    }
    printf("%d\n", setting);
    return setting != 3;
}
