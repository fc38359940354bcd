/*
The creator goes on counting, but each task works on the value that the counter had when the task
was created.
*/

#include <stdio.h>

int seen[10];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        int turn = 0;
        while (turn < 10) {
#pragma omp task firstprivate(turn)
            seen[turn] = turn;
            turn++;
        }
    }
    printf("%d\n", seen[7]);
    return seen[7] != 7;
}
