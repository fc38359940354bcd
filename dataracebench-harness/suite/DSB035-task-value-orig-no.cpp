/*
A parameter passed by value is firstprivate in a task. Every task has its own copy of it.
*/

#include <cstdio>

static int cube[40];

static void enqueue(int n) {
#pragma omp task
    cube[n] = n * n * n;
}

int main() {
#pragma omp parallel
#pragma omp single
    for (int n = 0; n < 40; n++)
        enqueue(n);
    std::printf("%d\n", cube[3]);
    return cube[3] != 27;
}
