// Two loops are collapsed; the index of the third is shared by all threads.
//@ twin: for-collapse.c
//@ options: team=4
#include <stdio.h>

int count[8][8], k;

int main(void) {
#pragma omp parallel for collapse(2)
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            k = i; //~ race r1 write, race r1 write
            count[i][j] += 1;
        }
    printf("%d %d\n", count[7][7], k);
    return 0;
}
