// A lambda that captured a variable by reference is called in a task while its creator changes the variable.
//@ twin: cxx-lambda-by-value.cpp
//@ lang: c++20
#include <cstdio>

int out;

int main() {
#pragma omp parallel
#pragma omp single
    {
        int value = 1;
        auto publish = [&value] {
            out = value; //~ race r1 read
        };
#pragma omp task
        publish();
        value = 2; //~ race r1 write
#pragma omp taskwait
        std::printf("%d\n", value);
    }
    std::printf("%d\n", out);
}
