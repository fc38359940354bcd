// A thread looks for the flag inside a critical region again and again, and writes beside it what the other reads.
//@ twin: spin-critical.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int flag, beside;

int main(void) {
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 1) {
            beside = 1; //~ race r1 write
#pragma omp critical
            flag = 1;
        } else {
            int seen = 0;
            beside = 2; //~ race r1 write
            while (seen == 0) {
#pragma omp critical
                seen = flag;
            }
        }
    }
    printf("%d\n", flag);
    return 0;
}
