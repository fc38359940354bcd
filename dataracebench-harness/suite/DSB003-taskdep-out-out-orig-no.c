/*
Two tasks that both name the variable as output run in the order of their creation, however long the
first takes.
*/

#include <stdio.h>

static double grind(int turns) {
    double x = 1.0;
    for (int i = 0; i < turns; i++)
        x = x * 0.5 + 1.0;
    return x;
}

int main(void) {
    double level = 0.0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : level)
        level = grind(10000);
#pragma omp task depend(out : level)
        level = -1.0;
    }
    printf("level = %g\n", level);
    return level != -1.0;
}
