// The loop is reduced, but the tasks that it creates add to a variable that is not.
//@ twin: reductions-tasks.c
//@ options: team=4
#include <stdio.h>

int sum, other;

int main(void) {
#pragma omp parallel
    {
#pragma omp for reduction(task, + : sum)
        for (int i = 0; i < 8; i++) {
#pragma omp task in_reduction(+ : sum)
            {
                sum += 1;
                other += 1; //~ race r1 write, race r1 write
            }
        }
    }
    printf("%d %d\n", sum, other);
    return 0;
}
