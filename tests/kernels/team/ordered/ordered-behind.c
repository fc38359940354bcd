// The variable is written inside the ordered region and read behind it, when the next iteration may be inside.
//@ twin: ordered-both.c
//@ options: team=4
#include <stdio.h>

int last;

int main(void) {
#pragma omp parallel for ordered schedule(dynamic)
    for (int i = 0; i < 32; i++) {
#pragma omp ordered
        last = i; //~ race r1 write
        if (last < 0) //~ race r1 read
            puts("wrong");
    }
    printf("%d\n", last);
    return 0;
}
