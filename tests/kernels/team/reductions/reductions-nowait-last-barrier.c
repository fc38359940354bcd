// Thread 0 reads the result behind a barrier, which waits for the combinations of all threads.
//@ twin: reductions-nowait-last.c
//@ options: team=4
//@ guarantee: this input, for teams of up to 4 threads that share out loops as in this run
#include <stdio.h>

int main(void) {
    int sum = 0;
#pragma omp parallel
    {
#pragma omp for reduction(+ : sum) nowait
        for (int i = 0; i < 16; i++)
            sum += i;
#pragma omp barrier
#pragma omp master
        if (sum < 0)
            puts("wrong");
    }
    printf("%d\n", sum);
    return sum != 120;
}
