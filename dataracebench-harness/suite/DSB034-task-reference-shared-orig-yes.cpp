/*
The orphaned task asks for the parameter itself, a reference to the loop index of the caller, which
goes on counting.
Data race pair: n@15:16:R vs. n@24:24:W
*/

#include <cstdio>

static int last;

static void enqueue(int &n) {
#pragma omp task shared(n)
    {
#pragma omp critical
        last = n;
    }
}

int main() {
#pragma omp parallel
#pragma omp single
    {
        int n = 0;
        for (; n < 10; n++)
            enqueue(n);
#pragma omp taskwait
    }
    std::printf("%d\n", last);
    return 0;
}
