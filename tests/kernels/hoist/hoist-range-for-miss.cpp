// A range-for ends early. Another task writes the element behind.
//@ twin: hoist-range-for-hit.cpp
#include <cstdio>
#include <vector>

volatile int limit = 25;

int main() {
    std::vector<int> numbers(50, 1);
    int count = 0;
    numbers[30] = 100;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task shared(numbers, count)
        {
            int most = limit, seen = 0;
            for (const int &number : numbers) {
                if (number > most)
                    break;
                seen++;
            }
            count = seen;
        }
#pragma omp task shared(numbers)
        numbers[31] = 99;
    }
    std::printf("%d\n", count);
}
