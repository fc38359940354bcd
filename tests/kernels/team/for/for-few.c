// There are fewer iterations than threads: two threads have one each.
//@ twin: for-one.c
//@ options: team=4
#include <stdio.h>

int last;

int main(void) {
#pragma omp parallel for
    for (int i = 0; i < 2; i++)
        last = i; //~ race r1 write, race r1 write
    printf("%d\n", last);
    return 0;
}
