/*
Two teams add to one sum, for which neither has a copy.
Data race pair: sum@13:9:W vs. sum@13:9:W
*/

#include <stdio.h>

int main(void) {
    int sum = 0;
#pragma omp target map(tofrom : sum)
#pragma omp teams distribute num_teams(2)
    for (int i = 0; i < 20; i++)
        sum += i;
    printf("%d\n", sum);
    return 0;
}
