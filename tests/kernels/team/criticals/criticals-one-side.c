// Writing is inside a critical region, reading is not.
//@ twin: criticals-both-sides.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int count;

int main(void) {
#pragma omp parallel num_threads(4)
    {
        if (omp_get_thread_num() > 0) {
#pragma omp critical
            count += 1; //~ race r1 write
        } else if (count < 0) { //~ race r1 read
            puts("wrong");
        }
    }
    printf("%d\n", count);
    return 0;
}
