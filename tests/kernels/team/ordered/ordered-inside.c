// The stores are inside the ordered region, which the iterations pass one after the other.
//@ twin: ordered-outside.c
//@ guarantee: this input, for teams of up to 4 threads that share out loops as in this run
//@ options: team=4
#include <stdio.h>

int last, line[32];

int main(void) {
#pragma omp parallel for ordered schedule(static, 1)
    for (int i = 0; i < 32; i++) {
#pragma omp ordered
        {
            last = i;
            line[i] = i;
        }
    }
    printf("%d %d\n", last, line[31]);
    return last != 31;
}
