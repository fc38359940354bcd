// One task copies a text up to its end, another writes the byte behind it.
//@ twin: hoist-copy-until-hit.c
#include <stdio.h>
#include <string.h>

char from[100], to[100];

static void copy(char *to, const char *from) {
    int i = 0;
    do
        to[i] = from[i];
    while (from[i++]);
}

int main(void) {
    strcpy(from, "twelve bytes");
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        copy(to, from);
#pragma omp task
        to[13] = 0;
    }
    printf("%s\n", to);
    return 0;
}
