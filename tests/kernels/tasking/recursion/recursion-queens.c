// Each task has a copy of the board, and counts in an element of its own.
//@ twin: recursion-queens-shared.c
#include <stdio.h>

enum { SIZE = 5 };

typedef struct {
    int columns[SIZE];
} board;

static int safe(const board *b, int row) {
    for (int i = 0; i < row; i++) {
        int distance = b->columns[i] - b->columns[row];
        if (distance == 0 || distance == row - i || distance == i - row)
            return 0;
    }
    return 1;
}

static int place(board b, int row) {
    int counts[SIZE] = {0}, total = 0;
    if (row == SIZE)
        return 1;
    for (int column = 0; column < SIZE; column++) {
#pragma omp task firstprivate(b) shared(counts)
        {
            b.columns[row] = column;
            if (safe(&b, row))
                counts[column] = place(b, row + 1);
        }
    }
#pragma omp taskwait
    for (int column = 0; column < SIZE; column++)
        total += counts[column];
    return total;
}

int main(void) {
    int total = 0;
#pragma omp parallel
#pragma omp single
    total = place((board){{0}}, 0);
    printf("%d\n", total);
    return 0;
}
