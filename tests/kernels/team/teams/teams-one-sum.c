// The teams add to one sum.
//@ twin: teams-own-sum.c
//@ options: team=4
#include <stdio.h>

int sum;

int main(void) {
#pragma omp teams num_teams(2)
    sum += 1; //~ race r1 write, race r1 write
    printf("%d\n", sum);
    return 0;
}
