// A loop that is left by an exception has written the element that another task writes.
//@ twin: hoist-exception-miss.cpp
#include <cstdio>
#include <vector>

volatile int size = 50, last = 20;

__attribute__((noinline)) static void check(int i, int last) {
    if (i > last)
        throw i;
}

int main() {
    std::vector<int> numbers(50);
    int *data = numbers.data();
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            int n = size, end = last;
            try {
                for (int i = 0; i < n; i++) {
                    check(i, end);
                    data[i] = i; //~ race r1 write
                }
            } catch (int) {
            }
        }
#pragma omp task
        data[last] = 1; //~ race r1 write
    }
    std::printf("%d\n", numbers[3]);
}
