// Each task grows a std::vector of its own and writes an element of its own of a shared one.
//@ twin: cxx-vector-element.cpp
#include <cstdio>
#include <numeric>
#include <vector>

int main() {
    std::vector<long> totals(16);
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 16; i++) {
#pragma omp task
        {
            std::vector<long> mine;
            for (int k = 0; k < 100; k++)
                mine.push_back(i * k);
            totals[i] = std::accumulate(mine.begin(), mine.end(), 0L);
        }
    }
    std::printf("%ld\n", totals[15]);
}
