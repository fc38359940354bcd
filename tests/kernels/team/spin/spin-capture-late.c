// A task waits by an atomic capture for another task, which writes the data after it has told.
//@ twin: spin-capture.c
//@ options: team=4
#include <stdio.h>

int data, flag;

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task
        {
#pragma omp atomic write release
            flag = 1;
            data = 1; //~ race r1 write
        }
#pragma omp task
        {
            int seen = 0;
            while (seen == 0) {
#pragma omp atomic capture acq_rel
                {
                    seen = flag;
                    flag |= 0;
                }
            }
            data = 2; //~ race r1 write
        }
    }
    printf("%d\n", data);
    return 0;
}
