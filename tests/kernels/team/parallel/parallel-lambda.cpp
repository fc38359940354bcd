// The threads call a lambda that has captured the counter by reference.
//@ twin: parallel-lambda-copy.cpp
//@ options: team=4
#include <cstdio>

int main() {
    int count = 0;
    auto add = [&count] {
        count += 1; //~ race r1 write, race r1 write
    };
#pragma omp parallel
    add();
    std::printf("%d\n", count);
    return 0;
}
