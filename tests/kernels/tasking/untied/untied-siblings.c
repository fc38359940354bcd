// Parts of two untied tasks may run in any order.
//@ twin: untied-siblings-depend.c
#include <stdio.h>

int x;

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 2; i++) {
#pragma omp task untied
        {
            x += 1; //~ race r1 write
#pragma omp taskyield
            x += 2; //~ race r1 write, race r2 write, race r2 write
        }
    }
    printf("%d\n", x);
    return 0;
}
