/*
The members of an inoutset change different places, and the reader behind the set follows all of
them.
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
        board[1] = 2;
#pragma omp task depend(in : board)
        sum = board[0] + board[1];
    }
    printf("sum = %d\n", sum);
    return sum != 3;
}
