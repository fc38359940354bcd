// The threads share out the columns, but each adds to the total of a row.
//@ twin: for-columns.c
//@ options: team=4
#include <stdio.h>

int total[4];

int main(void) {
#pragma omp parallel for schedule(static)
    for (int column = 0; column < 16; column++)
        total[column % 4] = column; //~ race r1 write, race r1 write
    printf("%d\n", total[3]);
    return 0;
}
