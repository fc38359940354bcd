// A task sets an atomic flag that another task waits for, and then writes what that one reads.
//@ twin: spin-task.c
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
#pragma omp atomic read acquire
                seen = flag;
#pragma omp taskyield
            }
            if (data < 0) //~ race r1 read
                puts("wrong");
        }
    }
    return 0;
}
