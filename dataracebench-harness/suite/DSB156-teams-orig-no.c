/*
The iterations are distributed over teams and their threads, and the sum is reduced over all of
them.
*/

#include <stdio.h>

int main(void) {
    int sum = 0;
#pragma omp target map(tofrom : sum)
#pragma omp teams distribute parallel for num_teams(2) reduction(+ : sum)
    for (int i = 0; i < 20; i++)
        sum += i;
    printf("%d\n", sum);
    return sum != 190;
}
