/*
The running sum is formed in an ordered region: one iteration after the other.
*/

#include <stdio.h>

int main(void) {
    int running = 0, prefix[30];
#pragma omp parallel for ordered schedule(dynamic)
    for (int i = 0; i < 30; i++) {
        int term = i * i;
#pragma omp ordered
        {
            running += term;
            prefix[i] = running;
        }
    }
    printf("%d\n", prefix[29]);
    return prefix[3] != 14;
}
