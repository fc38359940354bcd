// Even and odd iterations make two chains, each in its order.
//@ twin: doacross-source-too-early.c
//@ guarantee: this input, for teams of up to 4 threads that share out loops as in this run
//@ options: team=4
#include <stdio.h>

int chain[32];

int main(void) {
#pragma omp parallel for ordered(1) schedule(static, 1)
    for (int i = 2; i < 32; i++) {
#pragma omp ordered depend(sink : i - 2)
        chain[i] = chain[i - 2] + 1;
#pragma omp ordered depend(source)
    }
    printf("%d\n", chain[31]);
    return 0;
}
