// Every thread has its own copy of a lambda that has captured the counter by value.
//@ twin: parallel-lambda.cpp
//@ options: team=4
#include <cstdio>

int main() {
    int count = 0;
    auto add = [count]() mutable {
        count += 1;
        return count;
    };
#pragma omp parallel firstprivate(add)
    if (add() != 1)
        std::puts("wrong");
    std::printf("%d\n", count);
    return 0;
}
