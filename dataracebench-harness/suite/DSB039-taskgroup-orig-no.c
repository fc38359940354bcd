/*
The taskgroup waits for the task inside it, so the one behind the group stores last.
*/

#include <stdio.h>

int main(void) {
    int state = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup
        {
#pragma omp task shared(state)
            {
#pragma omp task shared(state)
                state = 1;
            }
        }
#pragma omp task shared(state)
        state = 2;
    }
    printf("state = %d\n", state);
    return state != 2;
}
