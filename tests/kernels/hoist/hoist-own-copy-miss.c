// A task lends its own copy of an array to a child, waits for it, and reads what the child has written. The copy lies in the task's descriptor.
//@ twin: hoist-own-copy-hit.c
#include <stdio.h>

volatile int size = 8;
int sum;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        int mine[8] = {1, 2, 3};
#pragma omp task firstprivate(mine)
        {
            int n = size, total = 0;
#pragma omp task shared(mine)
            {
                int m = size;
                for (int i = 0; i < m; i++)
                    mine[i] = i;
            }
#pragma omp taskwait
            for (int i = 0; i < n; i++)
                total += mine[i];
            sum = total;
        }
    }
    printf("%d\n", sum);
    return 0;
}
