/*
Two names for two variables: each variable has one name that guards it.
*/

#include <stdio.h>

int main(void) {
    int paid = 0, drawn = 0;
#pragma omp parallel num_threads(4)
    {
#pragma omp critical(pay)
        paid += 10;
#pragma omp critical(draw)
        drawn += 5;
    }
    printf("%d\n", paid - drawn);
    return paid - drawn != 20;
}
