// All threads take the smaller value into objects of their own, which the program's own operator combines.
//@ twin: reductions-user-missing.c
//@ guarantee: this input, for teams of up to 4 threads that share out loops as in this run
//@ options: team=4
#include <stdio.h>

struct least {
    int value;
};

static struct least found = {1000};

static void take(struct least *into, int value) {
    if (value < into->value)
        into->value = value;
}

#pragma omp declare reduction(least : struct least : take(&omp_out, omp_in.value)) initializer(omp_priv = {1000})

int main(void) {
#pragma omp parallel for reduction(least : found)
    for (int i = 0; i < 64; i++)
        take(&found, 64 - i);
    printf("%d\n", found.value);
    return found.value != 1;
}
