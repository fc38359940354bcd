// The sink names the iteration two back; what is read is made by the one just before.
//@ twin: doacross-chain.c
//@ options: team=4
#include <stdio.h>

int chain[32];

int main(void) {
#pragma omp parallel for ordered(1) schedule(static, 1)
    for (int i = 1; i < 32; i++) {
#pragma omp ordered depend(sink : i - 2)
        chain[i] = chain[i - 1] + 1; //~ race r1 write, race r1 read
#pragma omp ordered depend(source)
    }
    printf("%d\n", chain[31]);
    return 0;
}
