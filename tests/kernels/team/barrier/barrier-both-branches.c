// All threads pass a barrier, each in its own branch; the writing is before it in one branch and the reading behind it
// in the other.
//@ twin: barrier-other-branch.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int value;

int main(void) {
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
            value = 1;
#pragma omp barrier
        } else {
#pragma omp barrier
            if (value != 1)
                puts("wrong");
        }
    }
    return 0;
}
