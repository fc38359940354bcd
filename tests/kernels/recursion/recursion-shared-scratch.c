// A recursive search whose tasks all use one board.
//@ twin: recursion-own-scratch.c
#include <stdio.h>

enum { DEPTH = 4 };

int board[DEPTH];
int visited[1 << DEPTH];

static void place(int depth, int code) {
    if (depth == DEPTH) {
        visited[code] = 1;
        return;
    }
    for (int choice = 0; choice < 2; choice++) {
#pragma omp task
        {
            board[depth] = choice; //~ race r1 write, race r1 write
            place(depth + 1, 2 * code + choice);
        }
    }
#pragma omp taskwait
}

int main(void) {
    int count = 0;
#pragma omp parallel
#pragma omp single
    place(0, 0);
    for (int i = 0; i < 1 << DEPTH; i++)
        count += visited[i];
    printf("%d %d\n", count, board[0]);
    return 0;
}
