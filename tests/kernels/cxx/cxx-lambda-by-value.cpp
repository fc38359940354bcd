// A lambda that captured a variable by value has a copy from the time of its creation.
//@ twin: cxx-lambda-by-reference.cpp
//@ lang: c++20
#include <cstdio>

int out;

int main() {
#pragma omp parallel
#pragma omp single
    {
        int value = 1;
        auto publish = [value] {
            out = value;
        };
#pragma omp task
        publish();
        value = 2;
        std::printf("%d\n", value);
    }
    std::printf("%d\n", out);
}
