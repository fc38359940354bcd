// One task searches a block; another writes into it.
//@ twin: hoist-handed-on-found-miss.c
#include <stdio.h>
#include <stdlib.h>

volatile int size = 20, wanted = 12;
int found;

int main(void) {
    int *block = malloc(size * sizeof *block);
    for (int i = 0; i < 20; i++)
        block[i] = i;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task firstprivate(block)
        {
            int key = wanted;
            for (int i = 0;; i++)
                if (block[i] == key) { //~ race r1 read
                    found = i;
                    break;
                }
        }
#pragma omp task firstprivate(block)
        {
            int n = size;
            for (int i = 0; i < n; i++)
                block[i] = 2 * i; //~ race r1 write
            free(block);
        }
    }
    printf("%d\n", found);
    return 0;
}
