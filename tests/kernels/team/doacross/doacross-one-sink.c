// A wave through a matrix: the element above is waited for, the one to the left is not.
//@ twin: doacross-two-sinks.c
//@ options: team=4
#include <stdio.h>

int wave[6][6];

int main(void) {
#pragma omp parallel for ordered(2) collapse(2) schedule(static, 1)
    for (int i = 1; i < 6; i++)
        for (int j = 1; j < 6; j++) {
#pragma omp ordered depend(sink : i - 1, j)
            int above = wave[i - 1][j];
            int left = wave[i][j - 1];     //~ race r1 read
            wave[i][j] = above + left + 1; //~ race r1 write
#pragma omp ordered depend(source)
        }
    printf("%d\n", wave[5][5]);
    return 0;
}
