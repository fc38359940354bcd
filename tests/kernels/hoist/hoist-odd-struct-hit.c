// Structures of seven bytes: two tasks write the same field of one of them.
//@ twin: hoist-odd-struct-miss.c
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
                items[i].large = i; //~ race r1 write
        }
#pragma omp task
        {
            int n = size;
            for (int i = 0; i < n; i++)
                items[i].small = 2;
            items[n - 1].large = 3; //~ race r1 write
        }
    }
    printf("%d\n", items[3].small);
    return 0;
}
