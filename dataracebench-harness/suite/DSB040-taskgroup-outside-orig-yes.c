/*
The first task is created before the group begins. The end of the group does not wait for it.
Data race pair: state@14:9:W vs. state@22:9:W
*/

#include <stdio.h>

int main(void) {
    int state = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task shared(state)
        state = 1;
#pragma omp taskgroup
        {
#pragma omp task
            {
            }
        }
#pragma omp task shared(state)
        state = 2;
    }
    printf("state = %d\n", state);
    return 0;
}
