// A vector is captured with its elements.
//@ twin: object-vector-view.cpp
#include <cstdio>
#include <vector>

int out[3];

int main() {
    std::vector<int> values{1, 2, 3};
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 3; i++) {
#pragma omp task firstprivate(values)
        {
            values[0] += i;
            values.push_back(i);
            out[i] = values[0] + values.back();
        }
    }
    std::printf("%d\n", out[2]);
}
