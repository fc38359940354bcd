// A function that is inlined into two tasks: both the line in it and the line of the call are in the report, and one element is in both parts.
//@ twin: hoist-template-miss.cpp
//@ says: hoist-template-hit.cpp:22:9
//@ says: hoist-template-hit.cpp:24:9
#include <cstdio>
#include <vector>

volatile int half = 25;

template <typename Number> inline void scale(Number *numbers, long from, long to) {
    for (long i = from; i < to; i++)
        numbers[i] *= 2; //~ race r1 write, race r1 write
}

int main() {
    std::vector<short> numbers(50, 1);
    short *data = numbers.data();
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        scale(data, 0, half + 1);
#pragma omp task
        scale(data, half, 50);
    }
    std::printf("%d\n", numbers[3]);
}
