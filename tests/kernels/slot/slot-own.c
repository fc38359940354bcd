// Each task counts in the element of the thread that runs it. Two tasks on one thread do not overlap, and two threads
// have two elements. The number may be kept in a variable, moved on, or multiplied, as long as two threads have two.
//@ twin: slot-creators.c
#include <omp.h>
#include <stdio.h>

int count[64], next[65], apart[64 * 16];
struct {
    int hits;
    double sum;
} totals[64];

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 6; i++) {
#pragma omp task
        {
            count[omp_get_thread_num()]++;
            int number = omp_get_thread_num();
            totals[number].hits += 1;
            totals[number].sum += i;
            next[number + 1]++;
            int *slot = apart + 16 * number;
            *slot = *slot + 1;
        }
    }
    printf("%d %d\n", count[0], totals[0].hits);
    return 0;
}
