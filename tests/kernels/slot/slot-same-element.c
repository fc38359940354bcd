// Two threads find one element by their numbers, because the first of them is shifted.
//@ twin: slot-two-elements.c
//@ options: team=2
#include <omp.h>
#include <stdio.h>

int shift[2] = {1, 0}, count[3];

int main(void) {
#pragma omp parallel
    {
        int number = omp_get_thread_num();
        count[number + shift[number]]++; //~ race r1 write, race r1 write
    }
    printf("%d\n", count[1]);
    return 0;
}
