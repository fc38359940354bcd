// Every thread has its own copy of the counter.
//@ twin: parallel-proc-bind.c
//@ options: team=4
#include <stdio.h>

int main(void) {
    int count = 0;
#pragma omp parallel proc_bind(close) firstprivate(count)
    {
        count += 1;
        if (count != 1)
            printf("%d\n", count);
    }
    return count;
}
