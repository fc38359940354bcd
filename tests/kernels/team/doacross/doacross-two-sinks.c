// A wave through a matrix: the elements above and to the left are waited for.
//@ twin: doacross-one-sink.c
//@ guarantee: this input, for teams of up to 4 threads that share out loops as in this run
//@ options: team=4
#include <stdio.h>

int wave[6][6];

int main(void) {
#pragma omp parallel for ordered(2) collapse(2) schedule(static, 1)
    for (int i = 1; i < 6; i++)
        for (int j = 1; j < 6; j++) {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
            int above = wave[i - 1][j];
            int left = wave[i][j - 1];
            wave[i][j] = above + left + 1;
#pragma omp ordered depend(source)
        }
    printf("%d\n", wave[5][5]);
    return 0;
}
