// The first thread writes the setting between two regions.
//@ twin: parallel-first-thread-writes.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int setting;

int main(void) {
#pragma omp parallel
    if (setting > 1)
        printf("%d\n", setting);
    setting = 1;
#pragma omp parallel
    if (setting > 1)
        printf("%d\n", setting);
    return 0;
}
