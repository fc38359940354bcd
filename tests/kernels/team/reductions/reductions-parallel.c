// Two variables are reduced over the team, with different operators.
//@ twin: reductions-parallel-bystander.c
//@ options: team=4
#include <stdio.h>

int main(void) {
    int sum = 0, most = 0;
#pragma omp parallel reduction(+ : sum) reduction(max : most)
    {
        sum += 1;
        most = 5;
    }
    printf("%d %d\n", sum, most);
    return most != 5;
}
