// Thread 0 reads the result before a barrier. It combines last here, but nothing makes it do so.
// gcc combines by atomics, or under a lock of its own.
//@ twin: gcc-reduction-nowait-last-barrier.c
//@ compiler: gcc
//@ options: team=4
#include <stdio.h>

int main(void) {
    int sum = 0;
#pragma omp parallel
    {
#pragma omp for reduction(+ : sum) nowait //~ race r1 write
        for (int i = 0; i < 16; i++)
            sum += i;
#pragma omp master
        if (sum < 0) //~ race r1 read
            puts("wrong");
    }
    printf("%d\n", sum);
    return sum != 120;
}
