// The tasks of the loop add to the variable itself, while another task has a copy of it that the group adds up in the end.
//@ twin: taskloop-in-reduction.c
#include <stdio.h>

static __attribute__((noinline)) void add(int *to, int value) {
    *to += value; //~ race r1 write, race r1 write, race r2 write
}

int main(void) {
    int sum = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sum)
    {
#pragma omp task in_reduction(+ : sum)
        sum += 1; //~ race r2 write
#pragma omp taskloop grainsize(2) shared(sum)
        for (int i = 0; i < 8; i++)
            add(&sum, i);
    }
    printf("%d\n", sum);
    return 0;
}
