// The iteration says that it is done before it has written its element.
//@ twin: doacross-stride.c
//@ options: team=4
#include <stdio.h>

int chain[32];

int main(void) {
#pragma omp parallel for ordered(1) schedule(static, 1)
    for (int i = 1; i < 32; i++) {
#pragma omp ordered depend(sink : i - 1)
        int before = chain[i - 1]; //~ race r1 read
#pragma omp ordered depend(source)
        chain[i] = before + 1; //~ race r1 write
    }
    printf("%d\n", chain[31]);
    return 0;
}
