// One task moves eight words up by one, so that source and target overlap, while another writes the last word that is moved. The status says whether they arrived.
//@ twin: copy-move-miss.c
#include <stdio.h>
#include <string.h>

int words[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        memmove(words + 1, words, 8 * sizeof(int)); //~ race r1 write
#pragma omp task
        words[8] = 7; //~ race r1 write
    }
    int wrong = 0;
    for (int i = 1; i < 9; i++)
        wrong += words[i] != i - 1;
    printf("%d\n", wrong);
    return wrong;
}
