/*
A reduction for pairs, written by the program: the smallest value and where it is.
*/

#include <stdio.h>

struct least {
    int value, place;
};

static void take(struct least *into, const struct least *from) {
    if (from->value < into->value || (from->value == into->value && from->place < into->place))
        *into = *from;
}

#pragma omp declare reduction(least : struct least : take(&omp_out, &omp_in)) \
    initializer(omp_priv = (struct least){1 << 30, -1})

int main(void) {
    struct least found = {1 << 30, -1};
#pragma omp parallel for reduction(least : found)
    for (int i = 0; i < 100; i++) {
        struct least here = {(i * 37 + 11) % 101, i};
        take(&found, &here);
    }
    printf("%d at %d\n", found.value, found.place);
    return found.value != 0;
}
