// Each section creates tasks and waits for them before it reads what they wrote.
//@ twin: mixed-sections-tasks.c
//@ options: team=4
#include <stdio.h>

int left, right;

int main(void) {
#pragma omp parallel sections
    {
#pragma omp section
        {
#pragma omp task
            left = 1;
#pragma omp taskwait
            left += 1;
        }
#pragma omp section
        {
#pragma omp task
            right = 1;
#pragma omp taskwait
            right += 1;
        }
    }
    printf("%d\n", left + right);
    return left + right != 4;
}
