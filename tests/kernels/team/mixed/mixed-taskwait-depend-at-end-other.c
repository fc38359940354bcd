// Tasks that wait by clauses run on threads that are at the end of the region. The clause names another variable.
//@ twin: mixed-taskwait-depend-at-end.c
//@ options: team=4
#include <stdio.h>

int main(void) {
    int sums[16] = {0};
#pragma omp parallel num_threads(3) shared(sums)
    {
#pragma omp single nowait
        for (int i = 0; i < 16; i++) {
#pragma omp task shared(sums) firstprivate(i)
            {
                int d = 0, e = 0;
#pragma omp task depend(out : d) shared(d)
                d = i; //~ race r1 write
#pragma omp task depend(out : e) shared(e)
                e = i;
#pragma omp taskwait depend(in : e)
                sums[i] = d; //~ race r1 read
#pragma omp taskwait
            }
        }
    }
    printf("%d\n", sums[15]);
    return 0;
}
