// Tasks that wait by clauses run on threads that are at the end of the region.
//@ twin: mixed-taskwait-depend-at-end-other.c
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
                int d = 0;
#pragma omp task depend(out : d) shared(d)
                d = i;
#pragma omp taskwait depend(in : d)
                sums[i] = d;
#pragma omp task depend(inout : d) shared(d)
                d++;
#pragma omp task if (0) depend(in : d) shared(d, sums)
                sums[i] += d;
#pragma omp taskwait
            }
        }
    }
    printf("%d\n", sums[15]);
    return 0;
}
