// The variable is read in front of the ordered region in which another iteration writes it.
//@ twin: ordered-earlier-iteration.c
//@ options: team=4
#include <stdio.h>

int last;

int main(void) {
#pragma omp parallel for ordered schedule(static, 1)
    for (int i = 0; i < 8; i++) {
        if (last < 0) //~ race r1 read
            puts("wrong");
#pragma omp ordered
        last = i; //~ race r1 write
    }
    printf("%d\n", last);
    return 0;
}
