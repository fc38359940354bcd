// A recursive search whose tasks each copy the board of their creator, which lies on the creator's stack.
//@ twin: recursion-shared-scratch.c
#include <stdio.h>
#include <string.h>

enum { DEPTH = 4 };

int visited[1 << DEPTH];

static void place(int depth, int code, const int *board) {
    if (depth == DEPTH) {
        visited[code] = 1 + board[DEPTH - 1];
        return;
    }
    for (int choice = 0; choice < 2; choice++) {
#pragma omp task
        {
            int copy[DEPTH];
            memcpy(copy, board, sizeof copy);
            copy[depth] = choice;
            place(depth + 1, 2 * code + choice, copy);
        }
    }
#pragma omp taskwait
}

int main(void) {
    int count = 0;
#pragma omp parallel
#pragma omp single
    {
        int board[DEPTH] = {0};
        place(0, 0, board);
    }
    for (int i = 0; i < 1 << DEPTH; i++)
        count += visited[i];
    printf("count = %d\n", count);
    return 0;
}
