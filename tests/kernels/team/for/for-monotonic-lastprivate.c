// The iterations are shared out with schedule(monotonic : dynamic, 2), and the last one hands its value out.
//@ twin: for-monotonic.c
//@ guarantee: this input, for teams of up to 4 threads that share out loops as in this run
//@ options: team=4
#include <stdio.h>

int cell[64];

int main(void) {
    int last = -1;
#pragma omp parallel for schedule(monotonic : dynamic, 2) lastprivate(last)
    for (int i = 0; i < 64; i++) {
        cell[i] = i;
        last = i;
    }
    printf("%d %d\n", last, cell[63]);
    return last != 63;
}
