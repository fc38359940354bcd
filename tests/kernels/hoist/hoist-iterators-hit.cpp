// Two tasks go over two halves of a vector with iterators, and the second begins with the last element of the first.
//@ twin: hoist-iterators-miss.cpp
#include <cstdio>
#include <vector>

volatile int half = 25;

template <typename Iterator> static void put(Iterator from, Iterator to, double value) {
    for (; from != to; ++from)
        *from = value; //~ race r1 write, race r1 write
}

int main() {
    std::vector<double> numbers(50);
#pragma omp parallel
#pragma omp single
    {
#pragma omp task shared(numbers)
        put(numbers.begin(), numbers.begin() + half, 1);
#pragma omp task shared(numbers)
        put(numbers.begin() + half - 1, numbers.end(), 2);
    }
    std::printf("%g\n", numbers[3]);
}
