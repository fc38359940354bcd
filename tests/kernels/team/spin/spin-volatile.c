// A thread waits in a loop until a volatile flag is set. Volatile is not atomic: flag and data race.
//@ twin: spin-atomic.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int data;
volatile int flag;

int main(void) {
#pragma omp parallel num_threads(2)
    {
        if (omp_get_thread_num() == 0) {
            data = 1; //~ race r1 write
            flag = 1; //~ race r2 write
        } else {
            while (flag == 0) { //~ race r2 read
            }
            if (data != 1) //~ race r1 read
                puts("wrong");
        }
    }
    return 0;
}
