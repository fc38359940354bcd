// One thread is asked for: the program itself rules out that the tasks run at the same time.
//@ twin: one-thread-two.c
//@ says: tasks were created outside of any parallel region, or in one whose clauses ask for one thread
#include <stdio.h>

int last;

int main(void) {
#pragma omp parallel num_threads(1)
#pragma omp single
    {
#pragma omp task
        last = 1;
#pragma omp task
        last = 2;
    }
    printf("last = %d\n", last);
    return 0;
}
