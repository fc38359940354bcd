// Two tasks write one element of a std::vector.
//@ twin: cxx-vector-own.cpp
#include <cstdio>
#include <vector>

int main() {
    std::vector<int> values(8);
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        values[3] = 1; //~ race r1 write
#pragma omp task
        values[3] = 2; //~ race r1 write
    }
    std::printf("%d\n", values[3]);
}
