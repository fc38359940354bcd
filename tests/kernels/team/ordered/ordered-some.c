// Only every second iteration has an ordered region; these are still in order.
//@ twin: ordered-later-iteration.c
//@ guarantee: this input, for teams of up to 4 threads that share out loops as in this run
//@ options: team=4
#include <stdio.h>

int sum;

int main(void) {
#pragma omp parallel for ordered schedule(static, 1)
    for (int i = 0; i < 16; i++) {
        if (i % 2 == 0) {
#pragma omp ordered
            sum += i;
        }
    }
    printf("%d\n", sum);
    return sum != 56;
}
