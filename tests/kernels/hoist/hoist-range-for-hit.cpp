// A range-for ends early, at an element that another task writes.
//@ twin: hoist-range-for-miss.cpp
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
                if (number > most) //~ race r1 read
                    break;
                seen++;
            }
            count = seen;
        }
#pragma omp task shared(numbers)
        numbers[30] = 99; //~ race r1 write
    }
    std::printf("%d\n", count);
}
