// Bytes of one word belong to different iterations, and each writes its neighbour's too.
//@ twin: for-bytes.c
//@ options: team=4
#include <stdio.h>

char byte[65];

int main(void) {
#pragma omp parallel for schedule(static, 1)
    for (int i = 0; i < 64; i++) {
        byte[i] = 1;     //~ race r1 write
        byte[i + 1] = 2; //~ race r1 write
    }
    printf("%d\n", byte[0]);
    return 0;
}
