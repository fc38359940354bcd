// The task of a group depends on another location than the tasks outside of it.
//@ twin: group-depends-outside.c
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
                sum += i; //~ race r1 write
            }
#pragma omp taskgroup
            {
#pragma omp task depend(inout : sum) shared(sum)
                sum++; //~ race r1 write
            }
#pragma omp taskwait
            printf("%d\n", sum);
        }
    }
    return 0;
}
