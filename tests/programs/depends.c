// Depend items that others name too, and some that nobody else names. Two sections overlap, but do not begin at the same address: their tasks race.
#include <stdio.h>

int x, y, z, w, a[16], b[8];

int main(void) {
#pragma omp parallel
#pragma omp master
    {
#pragma omp task depend(out : x)
        x = 1;
#pragma omp task depend(in : x, y)
        y = x;
#pragma omp task depend(out : a[0 : 8])
        a[5] = 1;
#pragma omp task depend(in : a[4 : 8])
        a[5] = 2;
        for (int i = 0; i < 8; i++) {
#pragma omp task depend(inout : b[i])
            b[i] = i;
        }
#pragma omp task if (0) depend(in : b[0])
        z = b[0];
#pragma omp taskwait depend(in : z)
#pragma omp task depend(out : w)
        {
            // No sibling of those above.
#pragma omp task depend(in : x)
            w = 1;
        }
    }
#pragma omp parallel
    {
#pragma omp master
        {
#pragma omp task depend(out : w)
            w = 2;
        }
#pragma omp barrier
#pragma omp master
        {
            // A sibling of the task before the barrier.
#pragma omp task depend(out : w)
            w = 3;
        }
    }
#pragma omp parallel
#pragma omp master
    {
#pragma omp task depend(out : x)
        x = 1;
        // Names every location.
#pragma omp task depend(out : omp_all_memory)
        x = 2;
    }
    printf("%d\n", x);
    return 0;
}
