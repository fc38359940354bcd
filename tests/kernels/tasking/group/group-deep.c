// A taskgroup waits for children, grandchildren and great-grandchildren.
//@ twin: group-deep-outside.c
#include <stdio.h>

int x, y, z;

int main(void) {
    int total = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup
        {
#pragma omp task
            {
                x = 1;
#pragma omp task
                {
                    y = 2;
#pragma omp task
                    z = 3;
                }
            }
        }
        total = x + y + z;
    }
    printf("%d\n", total);
    return 0;
}
