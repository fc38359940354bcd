// A thread that waits at a barrier runs a task with a region of its own. The barriers of that region are not the one at which
// the thread waits. The tasks that it creates afterwards have elements of their own.
//@ twin: barrier-inner-region-in-task.c
//@ options: team=4
//@ says-not: told nothing for a second
#include <omp.h>
#include <stdio.h>

int x[2], y;

int main(void) {
    omp_set_max_active_levels(2);
#pragma omp parallel
    {
#pragma omp single
#pragma omp task
        {
#pragma omp parallel num_threads(3)
            {
#pragma omp single
                y = 1;
            }
#pragma omp taskloop num_tasks(2) nogroup
            for (int i = 0; i < 2; i++)
                x[i] = 1;
        }
    }
    printf("%d\n", x[0] + x[1]);
    return 0;
}
