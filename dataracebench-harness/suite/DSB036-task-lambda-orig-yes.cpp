/*
The tasks run a lambda that captures the total by reference.
Data race pair: total@11:9:W vs. total@11:9:W
*/

#include <cstdio>

int main() {
    int total = 0;
    auto add = [&total](int n) {
        total += n;
    };
#pragma omp parallel
#pragma omp single
    for (int n = 1; n <= 3; n++) {
#pragma omp task shared(add) firstprivate(n)
        add(n);
    }
    std::printf("%d\n", total);
    return 0;
}
