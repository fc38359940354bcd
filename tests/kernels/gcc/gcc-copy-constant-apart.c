// The two tasks copy a constant number of bytes, which gcc would make instructions of that call no hook; the halves are apart.
//@ twin: gcc-copy-constant.c
//@ compiler: gcc
#include <stdio.h>
#include <string.h>

char source[100], target[100];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        memcpy(target, source, 50);
#pragma omp task
        memcpy(target + 50, source + 50, 50);
    }
    printf("%d\n", target[99]);
    return 0;
}
