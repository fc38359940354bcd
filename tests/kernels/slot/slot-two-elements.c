// Two threads find two elements by their numbers: both are shifted.
//@ twin: slot-same-element.c
//@ options: team=2
#include <omp.h>
#include <stdio.h>

int shift[2] = {1, 1}, count[3];

int main(void) {
#pragma omp parallel
    {
        int number = omp_get_thread_num();
        count[number + shift[number]]++;
    }
    printf("%d\n", count[1]);
    return 0;
}
