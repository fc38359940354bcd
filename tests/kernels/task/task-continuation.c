// A task writes a variable on its creator's stack while the creator goes on and reads it.
//@ twin: task-continuation-waited.c
#include <stdio.h>

int seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        int answer = 0;
#pragma omp task shared(answer)
        answer = 42;   //~ race r1 write
        seen = answer; //~ race r1 read
#pragma omp taskwait
    }
    printf("seen = %d\n", seen);
    return 0;
}
