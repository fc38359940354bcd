// Both branches write the variable, each on a line of its own. One of them is taken, and the report names its line, even
// where the optimiser would make one store of the two. So it is with reads, and with a second write under a condition.
//@ twin: line-branch-apart.c
#include <stdio.h>

volatile int zero;
int x, y, z, results[3];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        int none = zero;
#pragma omp task firstprivate(none)
        {
            if (none)
                x = 1;
            else
                x = 2; //~ race r1 write
            if (none)
                results[0] = y + 1;
            else
                results[1] = y + 2; //~ race r2 read
            z = 1; //~ race r3 write
            if (none)
                z = 2;
        }
        results[2] = x; //~ race r1 read
        y = 3;          //~ race r2 write
        z = 4;          //~ race r3 write
    }
    printf("%d %d %d %d\n", x, y, z, results[0]);
    return 0;
}
