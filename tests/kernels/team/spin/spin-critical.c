// A thread looks for the flag inside a critical region again and again.
//@ twin: spin-critical-beside.c
//@ options: team=4
//@ guarantee: this lock order only
#include <omp.h>
#include <stdio.h>

int flag;

int main(void) {
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 1) {
#pragma omp critical
            flag = 1;
        } else {
            int seen = 0;
            while (seen == 0) {
#pragma omp critical
                seen = flag;
            }
        }
    }
    printf("%d\n", flag);
    return 0;
}
