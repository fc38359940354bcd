// A captured variable ends with its task. The child that shares it runs after that, on another thread or the same.
//@ twin: scope-captured-later-again.c
//@ options: team=4
//@ says: Use after scope: task
#include <stdio.h>

int out;

int main(void) {
    int value = 1;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task firstprivate(value) //~ race r1 return
        {
#pragma omp task shared(value)
            out = value; //~ race r1 read
        }
    }
    printf("%d\n", out);
    return 0;
}
