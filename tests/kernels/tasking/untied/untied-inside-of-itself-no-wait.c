// In a team of one thread the second part of an untied task runs inside of its first one. Its creator, a task, goes on
// afterwards, and reads what the untied task writes.
//@ twin: untied-inside-of-itself.c
#include <stdio.h>

static int sum(void) {
    int values[12] = {0};
#pragma omp parallel
#pragma omp single
    {
#pragma omp task shared(values)
        {
#pragma omp task untied shared(values)
            for (int i = 3; i >= 0; i--)
                values[i] += 1; //~ race r1 write
#pragma omp task if (0)
            {
            }
            values[4] = values[0]; //~ race r1 read
        }
#pragma omp taskwait
    }
    return values[4];
}

int main(void) {
    printf("%d\n", sum());
    return 0;
}
