// Bytes of one word belong to different iterations, and each writes its own.
//@ twin: for-bytes-shared.c
//@ guarantee: this input, for teams of up to 4 threads that share out loops as in this run
//@ options: team=4
#include <stdio.h>

char byte[65];

int main(void) {
#pragma omp parallel for schedule(static, 1)
    for (int i = 0; i < 64; i++)
        byte[i] = 1;
    printf("%d\n", byte[0]);
    return 0;
}
