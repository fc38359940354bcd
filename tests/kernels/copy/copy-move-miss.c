// One task moves eight words up by one, so that source and target overlap, while another writes the word behind. The status says whether they arrived.
//@ twin: copy-move-hit.c
#include <stdio.h>
#include <string.h>

int words[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        memmove(words + 1, words, 8 * sizeof(int));
#pragma omp task
        words[9] = 7;
    }
    int wrong = 0;
    for (int i = 1; i < 9; i++)
        wrong += words[i] != i - 1;
    printf("%d\n", wrong);
    return wrong;
}
