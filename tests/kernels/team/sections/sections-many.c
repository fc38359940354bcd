// Eight sections for four threads; the first and the last use one variable.
//@ twin: sections-lastprivate.c
//@ options: team=4
#include <stdio.h>

int cell[7];

int main(void) {
#pragma omp parallel sections
    {
#pragma omp section
        cell[0] = 1; //~ race r1 write
#pragma omp section
        cell[1] = 1;
#pragma omp section
        cell[2] = 1;
#pragma omp section
        cell[3] = 1;
#pragma omp section
        cell[4] = 1;
#pragma omp section
        cell[5] = 1;
#pragma omp section
        cell[6] = 1;
#pragma omp section
        cell[0] = 2; //~ race r1 write
    }
    printf("%d\n", cell[0]);
    return 0;
}
