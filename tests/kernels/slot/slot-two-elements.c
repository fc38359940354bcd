// Each thread finds an element of its own by its number: all are shifted by one.
//@ twin: slot-same-element.c
//@ options: team=2
#include <omp.h>
#include <stdio.h>

enum { MOST = 64 };

int shift[MOST], count[MOST + 1];

int main(void) {
    for (int i = 0; i < MOST; i++)
        shift[i] = 1;
#pragma omp parallel
    {
        int number = omp_get_thread_num();
        count[number + shift[number]]++;
    }
    printf("%d\n", count[1]);
    return 0;
}
