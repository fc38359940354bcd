// The tasks of a section add to one variable; the reduction was left out.
//@ twin: reduction-sections-tasks.c
#include <stdio.h>

int main(void) {
    int sum = 0;
#pragma omp parallel
#pragma omp sections 
    {
#pragma omp section
        for (int i = 0; i < 5; i++) {
#pragma omp task shared(sum)
            sum += i; //~ race r1 write, race r1 write
        }
    }
    printf("%d\n", sum > 0);
    return 0;
}
