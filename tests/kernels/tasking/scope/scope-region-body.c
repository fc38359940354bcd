// A variable of the region's body ends with the body; the tasks of the region are waited for after that.
//@ twin: scope-region-body-waited.c
//@ says: Use after scope: task
#include <stdio.h>

int out;

int main(void) {
#pragma omp parallel //~ race r1 return
    {
        int local = 1;
#pragma omp master
        {
#pragma omp task shared(local)
            out = local; //~ race r1 read
        }
    }
    printf("%d\n", out);
    return 0;
}
