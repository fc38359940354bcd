// The iterations are distributed over the threads of all teams, and the sum is reduced over all of them.
//@ twin: teams-parallel-for.c
//@ guarantee: this input, for teams of up to 2 threads that share out loops as in this run
//@ options: team=4
#include <stdio.h>

int main(void) {
    int sum = 0;
#pragma omp teams distribute parallel for num_teams(2) reduction(+ : sum)
    for (int i = 0; i < 64; i++)
        sum += i;
    printf("%d\n", sum);
    return sum != 2016;
}
