// One variable is reduced over the team, the other beside it is not.
//@ twin: reductions-parallel.c
//@ options: team=4
#include <stdio.h>

int main(void) {
    int sum = 0, other = 0;
#pragma omp parallel reduction(+ : sum)
    {
        sum += 1;
        other += 1; //~ race r1 write, race r1 write
    }
    printf("%d %d\n", sum, other);
    return 0;
}
