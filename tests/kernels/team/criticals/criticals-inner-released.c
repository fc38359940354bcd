// Two nested critical regions; the variable is written between the end of the inner and the end of the outer.
//@ twin: criticals-inner-held.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int count;

int main(void) {
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
#pragma omp critical(outer)
            {
#pragma omp critical(inner)
                {
                }
                count += 1; //~ race r1 write
            }
        } else {
#pragma omp critical(inner)
            count += 2; //~ race r1 write
        }
    }
    printf("%d\n", count);
    return 0;
}
