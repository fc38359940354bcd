// Two tasks fill an array of a function that they both call, which is one array for all calls.
//@ twin: hoist-frames-miss.c
#include <stdio.h>

volatile int size = 20;
int results[2];

__attribute__((noinline)) static void fill(int *numbers, int n) {
    for (int i = 0; i < n; i++)
        numbers[i] = i; //~ race r1 write, race r1 write
}

__attribute__((noinline)) static void work(int place) {
    static int numbers[20];
    fill(numbers, size);
    // Somebody may look at it.
    __asm__ volatile("" : : "r"(numbers) : "memory");
    results[place] = place;
}

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        work(0);
#pragma omp task
        work(1);
    }
    printf("%d\n", results[1]);
    return 0;
}
