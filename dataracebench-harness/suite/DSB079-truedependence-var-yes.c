/*
Each iteration adds to what the one before it left. The length may be given as an argument.
Data race pair: prefix[i]@18:9:W vs. prefix[i-1]@18:22:R
*/

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 200;
    if (n < 8)
        n = 8;
    long *prefix = malloc((size_t)n * sizeof *prefix);
    for (int i = 0; i < n; i++)
        prefix[i] = 1;
#pragma omp parallel for
    for (int i = 1; i < n; i++)
        prefix[i] += prefix[i-1];
    printf("%ld\n", prefix[n - 1]);
    free(prefix);
    return 0;
}
