// A function that is inlined into two tasks, for two parts that share a word.
//@ twin: hoist-template-hit.cpp
#include <cstdio>
#include <vector>

volatile int half = 25;

template <typename Number> inline void scale(Number *numbers, long from, long to) {
    for (long i = from; i < to; i++)
        numbers[i] *= 2;
}

int main() {
    std::vector<short> numbers(50, 1);
    short *data = numbers.data();
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        scale(data, 0, half);
#pragma omp task
        scale(data, half, 50);
    }
    std::printf("%d\n", numbers[3]);
}
