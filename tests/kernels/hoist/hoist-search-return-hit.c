// A search through rows counts those that it has begun, another task writes the counter of the row in which it ends.
//@ twin: hoist-search-return-miss.c
#include <stdio.h>

volatile int size = 12, wanted = 7;
int matrix[20][20], counters[20], found;

static int search(int n, int key) {
    for (int i = 0; i < n; i++) {
        counters[i] = 1; //~ race r1 write
        for (int j = 0; j < n; j++)
            if (matrix[i][j] == key)
                return i * n + j;
    }
    return -1;
}

int main(void) {
    matrix[8][3] = 7;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        found = search(size, wanted);
#pragma omp task
        {
            matrix[8][4] = 7;
            counters[8] = 2; //~ race r1 write
        }
    }
    printf("%d\n", found);
    return 0;
}
