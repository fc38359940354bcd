// Writing and reading are inside critical regions.
//@ twin: criticals-one-side.c
//@ options: team=4
//@ guarantee: this lock order only
#include <omp.h>
#include <stdio.h>

int count;

int main(void) {
#pragma omp parallel num_threads(4)
    {
        if (omp_get_thread_num() > 0) {
#pragma omp critical
            count += 1;
        } else {
#pragma omp critical
            if (count < 0)
                puts("wrong");
        }
    }
    printf("%d\n", count);
    return count != 3;
}
