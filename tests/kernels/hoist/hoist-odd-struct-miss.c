// Structures of seven bytes: two tasks write two fields of each, and one task what is behind.
//@ twin: hoist-odd-struct-hit.c
#include <stdio.h>

volatile int size = 10;
struct __attribute__((packed)) item {
    char kind;
    short small;
    int large;
} items[20];

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int n = size;
            for (int i = 0; i < n; i++)
                items[i].large = i;
        }
#pragma omp task
        {
            int n = size;
            for (int i = 0; i < n; i++)
                items[i].small = 2;
            items[n].kind = 3;
        }
    }
    printf("%d\n", items[3].small);
    return 0;
}
