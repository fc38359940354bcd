// One task merges two sorted runs until the first is used up, another writes the element of the second that was compared last, and not taken.
//@ twin: hoist-merge-miss.c
#include <stdio.h>

volatile int size = 20;
int left[20], right[20], merged[40], taken;

int main(void) {
    for (int i = 0; i < 20; i++) {
        left[i] = 2 * i;
        right[i] = 4 * i + 1;
    }
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            long n = size, i = 0, j = 0, k = 0;
            while (i < n && j < n)
                if (left[i] <= right[j]) //~ race r1 read
                    merged[k++] = left[i++];
                else
                    merged[k++] = right[j++];
            taken = (int)j;
        }
#pragma omp task
        {
            // left[19] is 38, right[9] is 37, right[10] is 41.
            for (int j = 10; j < 20; j++)
                right[j] = 50; //~ race r1 write
        }
    }
    printf("%d %d\n", taken, merged[29]);
    return 0;
}
