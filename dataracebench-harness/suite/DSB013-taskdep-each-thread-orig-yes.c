/*
Every thread of the team makes one task. The tasks have different parents, so the depend clause does
not order them.
Data race pair: visits@14:9:W vs. visits@14:9:W
*/

#include <stdio.h>

int main(void) {
    int visits = 0;
#pragma omp parallel num_threads(4)
    {
#pragma omp task shared(visits) depend(inout : visits)
        visits++;
    }
    printf("visits = %d\n", visits);
    return 0;
}
