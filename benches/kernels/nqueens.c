// Counts the ways to place n queens, a task per placement down to a depth: an irregular search tree of small tasks.
//
// Stands for the backtracking kernels of task suites. Each child gets its own copy of the board, and answers in its own element of
// its parent's array, so nothing is shared but that array. The published counts (OEIS A000170) check it.
#include "kernel.h"

enum { MAX_QUEENS = 16, TASK_DEPTH = 6 };

typedef struct {
    signed char column[MAX_QUEENS]; // of the queen in each row
} board;

static int is_safe(const board *b, int row, int column) {
    for (int r = 0; r < row; r++) {
        const int distance = column - b->column[r];
        if (distance == 0 || distance == row - r || distance == r - row)
            return 0;
    }
    return 1;
}

static long count_serial(int n, board *b, int row) {
    if (row == n)
        return 1;
    long found = 0;
    for (int column = 0; column < n; column++)
        if (is_safe(b, row, column)) {
            b->column[row] = (signed char)column;
            found += count_serial(n, b, row + 1);
        }
    return found;
}

// Only the left half of the first row is tried, because each solution's mirror image is one too.
static void count(int n, const board *b, int row, long *found) {
    long of_child[MAX_QUEENS] = {0};
    const int columns = row == 0 ? (n + 1) / 2 : n;
    for (int column = 0; column < columns; column++) {
        if (!is_safe(b, row, column))
            continue;
#pragma omp task shared(of_child)
        {
            // The parent waits for its children, so its board is still there and, with the queens so far, still the same.
            board mine = *b;
            mine.column[row] = (signed char)column;
            if (row + 1 < TASK_DEPTH)
                count(n, &mine, row + 1, &of_child[column]);
            else
                of_child[column] = count_serial(n, &mine, row + 1);
        }
    }
#pragma omp taskwait
    *found = 0;
    for (int column = 0; column < columns; column++) {
        const int has_mirror_image = row == 0 && 2 * column + 1 != n;
        *found += has_mirror_image ? 2 * of_child[column] : of_child[column];
    }
}

int main(int argc, char **argv) {
    static const long known[MAX_QUEENS + 1] = {1,   1,   0,    0,     2,     10,     4,       40,      92,
                                               352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512};
    const kernel k = kernel_begin("nqueens", argc, argv);
    const int n = kernel_pick(k, 11, 13, 14);
    const board empty = {{0}};
    long found = 0;

#pragma omp parallel
#pragma omp single
    count(n, &empty, 0, &found);

    kernel_expect(k, found, known[n]);
    return kernel_ok(k, found);
}
