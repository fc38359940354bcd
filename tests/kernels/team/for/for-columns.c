// The threads share out the columns, and each writes the totals of its columns.
//@ twin: for-rows.c
//@ guarantee: this input, for teams of up to 4 threads that share out loops as in this run
//@ options: team=4
#include <stdio.h>

int total[16];

int main(void) {
#pragma omp parallel for schedule(static)
    for (int column = 0; column < 16; column++)
        total[column] = column;
    printf("%d\n", total[3]);
    return 0;
}
