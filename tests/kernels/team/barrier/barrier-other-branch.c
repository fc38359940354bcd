// All threads pass a barrier, each in its own branch; the writing is behind it in one branch and the reading in the
// other.
//@ twin: barrier-both-branches.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int value;

int main(void) {
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
#pragma omp barrier
            value = 1; //~ race r1 write
        } else {
#pragma omp barrier
            if (value < 0) //~ race r1 read
                puts("wrong");
        }
    }
    return 0;
}
