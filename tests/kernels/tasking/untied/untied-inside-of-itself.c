// In a team of one thread the second part of an untied task runs inside of its first one. Its creator, a task, goes on
// afterwards, and has a variable that a later task uses.
//@ twin: untied-inside-of-itself-no-wait.c
#include <stdio.h>

static int sum(void) {
    int values[12] = {0};
#pragma omp parallel
#pragma omp single
    {
#pragma omp task shared(values)
        {
            int last = 1;
#pragma omp task untied shared(values)
            for (int i = 3; i >= 0; i--)
                values[i] += 1;
#pragma omp task if (0)
            {
            }
#pragma omp task shared(last)
            last += 1;
#pragma omp taskwait
            values[4] = last;
        }
#pragma omp taskwait
    }
    return values[0] + values[4];
}

int main(void) {
    printf("%d\n", sum());
    return 0;
}
