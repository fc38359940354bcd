/*
The operator of the reduction counts its own calls in a global variable, and all threads call it in
their parts of the loop.
Data race pair: calls@12:5:W vs. calls@12:5:W
*/

#include <stdio.h>

int calls;

static int bigger(int a, int b) {
    calls++;
    return a > b ? a : b;
}

#pragma omp declare reduction(bigger : int : omp_out = bigger(omp_out, omp_in)) initializer(omp_priv = -1)

int main(void) {
    int most = -1;
#pragma omp parallel for reduction(bigger : most) num_threads(4)
    for (int i = 0; i < 40; i++)
        most = bigger(most, (i * 7) % 40);
    printf("%d, %d calls\n", most, calls);
    return 0;
}
