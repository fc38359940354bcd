// A task lends its own copy of an array to a child and reads an element that the child writes. The copy lies in the task's descriptor.
//@ twin: hoist-own-copy-miss.c
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
                    mine[i] = i; //~ race r1 write
            }
            for (int i = 0; i < n; i++)
                total += mine[i]; //~ race r1 read
            sum = total;
#pragma omp taskwait
        }
    }
    printf("%d\n", sum);
    return 0;
}
