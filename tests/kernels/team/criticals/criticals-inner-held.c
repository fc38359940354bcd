// Two nested critical regions; the variable is written inside the inner one.
//@ twin: criticals-inner-released.c
//@ options: team=4
//@ guarantee: this lock order only
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
                count += 1;
            }
        } else {
#pragma omp critical(inner)
            count += 2;
        }
    }
    printf("%d\n", count);
    return count != 3;
}
