// The iterations are shared out with schedule(runtime), and all store into one variable.
//@ twin: for-runtime-lastprivate.c
//@ options: team=4
//@ env: OMP_SCHEDULE=dynamic,1
#include <stdio.h>

int last, cell[64];

int main(void) {
#pragma omp parallel for schedule(runtime)
    for (int i = 0; i < 64; i++) {
        cell[i] = i;
        last = i; //~ race r1 write, race r1 write
    }
    printf("%d %d\n", last, cell[63]);
    return 0;
}
