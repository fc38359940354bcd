// All threads take the smaller value into one object.
//@ twin: reductions-user.c
//@ options: team=4
#include <stdio.h>

struct least {
    int value;
};

static struct least found = {1000};

static void take(struct least *into, int value) {
    into->value = value; //~ race r1 write, race r1 write
}

int main(void) {
#pragma omp parallel for
    for (int i = 0; i < 64; i++)
        take(&found, i);
    printf("%d\n", found.value);
    return 0;
}
