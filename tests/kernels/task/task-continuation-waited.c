// The creator waits for its task before it reads what the task has written.
//@ twin: task-continuation.c
#include <stdio.h>

int seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        int answer = 0;
#pragma omp task shared(answer)
        answer = 42;
#pragma omp taskwait
        seen = answer;
    }
    printf("seen = %d\n", seen);
    return 0;
}
