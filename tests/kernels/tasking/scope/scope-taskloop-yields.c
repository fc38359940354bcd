// Tasks that run while their creator yields have their variables below those of the creator. libomp
// creates the tasks of a taskloop some calls further down, so that these places overlap.
//@ twin: scope-taskloop.c
//@ options: team=4
#include <stdio.h>

int g[64];

static void work(int i) {
    int x = i;
#pragma omp task shared(x) firstprivate(i)
    {
        int list[4];
        list[i & 3] = i;
        x += list[i & 3];
#pragma omp task firstprivate(i)
        {
            int list[8];
            list[i & 7] = i;
            g[i] = list[i & 7];
        }
    }
#pragma omp taskwait
    g[i + 32] = x;
}

int main(void) {
#pragma omp parallel
#pragma omp single
#pragma omp task
    {
        int rounds = 0;
#pragma omp taskloop grainsize(1) nogroup
        for (int i = 0; i < 12; i++) {
#pragma omp task firstprivate(i)
            {
#pragma omp task firstprivate(i)
                work(i);
            }
        }
        for (; rounds < 5; rounds++) {
#pragma omp taskyield
#pragma omp taskwait
        }
    }
    printf("%d\n", g[1]);
    return 0;
}
