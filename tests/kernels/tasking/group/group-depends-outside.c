// The task of a group depends on tasks outside of it, which the waiting thread has to run.
//@ twin: group-depends-outside-other.c
//@ options: team=4
#include <stdio.h>

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp taskgroup
    {
#pragma omp task
        {
            int d = 0, sum = 0;
            for (int i = 0; i < 4; i++) {
#pragma omp task depend(inout : d) shared(sum)
                sum += i;
            }
#pragma omp taskgroup
            {
#pragma omp task depend(inout : d) shared(sum)
                sum++;
            }
#pragma omp taskwait
            printf("%d\n", sum);
        }
    }
    return 0;
}
