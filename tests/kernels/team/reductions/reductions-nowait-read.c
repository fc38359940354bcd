// The reduction of a loop without a barrier may not be complete when the result is read.
//@ twin: reductions-nowait-barrier.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int main(void) {
    int sum = 0;
#pragma omp parallel
    {
#pragma omp for reduction(+ : sum) nowait //~ race r1 write
        for (int i = 0; i < 16; i++)
            sum += i;
        if (omp_get_thread_num() == 0 && sum < 0) //~ race r1 read
            puts("wrong");
    }
    printf("%d\n", sum);
    return 0;
}
