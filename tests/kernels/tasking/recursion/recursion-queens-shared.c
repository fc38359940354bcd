// The tasks of one row share the board, and try their columns in it.
//@ twin: recursion-queens.c
#include <stdio.h>

enum { SIZE = 4 };

static __attribute__((noinline)) void set(int *columns, int row, int column) {
    columns[row] = column; //~ race r1 write, race r1 write
}

static int place(int *columns, int row) {
    int counts[SIZE] = {0}, total = 0;
    if (row == 1)
        return 1;
    for (int column = 0; column < SIZE; column++) {
#pragma omp task shared(counts)
        {
            set(columns, row, column);
            counts[column] = place(columns, row + 1);
        }
    }
#pragma omp taskwait
    for (int column = 0; column < SIZE; column++)
        total += counts[column];
    return total;
}

int main(void) {
    int columns[SIZE] = {0}, total = 0;
#pragma omp parallel
#pragma omp single
    total = place(columns, 0);
    printf("%d\n", total);
    return 0;
}
