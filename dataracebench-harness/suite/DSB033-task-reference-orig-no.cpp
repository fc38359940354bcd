/*
In an orphaned task a parameter is firstprivate even if it is a reference: the task keeps the value
of the moment it was created.
*/

#include <cstdio>

static int square[40];

static void enqueue(const int &n) {
#pragma omp task
    square[n] = n * n;
}

int main() {
#pragma omp parallel
#pragma omp single
    for (int n = 0; n < 40; n++)
        enqueue(n);
    std::printf("%d\n", square[9]);
    return square[9] != 81;
}
