// The iterations are shared out with schedule(monotonic : dynamic, 2), and all store into one variable.
//@ twin: for-monotonic-lastprivate.c
//@ options: team=4
#include <stdio.h>

int last, cell[64];

int main(void) {
#pragma omp parallel for schedule(monotonic : dynamic, 2)
    for (int i = 0; i < 64; i++) {
        cell[i] = i;
        last = i; //~ race r1 write, race r1 write
    }
    printf("%d %d\n", last, cell[63]);
    return 0;
}
