// Every task of a loop adds to one counter: the statement races with itself in another task.
//@ twin: loop-own-counter.c
#include <stdio.h>

int counter;

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 8; i++) {
#pragma omp task
        counter += i; //~ race r1 write, race r1 write
    }
    printf("counter = %d\n", counter);
    return 0;
}
