// A barrier behind the loop waits for the parts of all threads.
//@ twin: reductions-nowait-read.c
//@ guarantee: this input, for teams of up to 4 threads that share out loops as in this run
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int main(void) {
    int sum = 0;
#pragma omp parallel
    {
#pragma omp for reduction(+ : sum) nowait
        for (int i = 0; i < 16; i++)
            sum += i;
#pragma omp barrier
        if (omp_get_thread_num() == 0 && sum != 120)
            puts("wrong");
    }
    printf("%d\n", sum);
    return sum != 120;
}
