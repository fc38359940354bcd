/*
The members of an inoutset run in any order, even at once: they may not change the same place.
Data race pair: board[0]@14:9:W vs. board[0]@16:9:W
*/

#include <stdio.h>

int main(void) {
    int board[2] = {0, 0}, sum = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(inoutset : board)
        board[0] = 1;
#pragma omp task depend(inoutset : board)
        board[0] = 2;
#pragma omp task depend(in : board)
        sum = board[0] + board[1];
    }
    printf("sum = %d\n", sum);
    return 0;
}
