// A function changes its static variable each time it is called.
//@ twin: cxx-static-init.cpp
#include <cstdio>

struct Counter {
    int count = 0;
};

static Counter &counter() {
    static Counter instance;
    return instance;
}

int main() {
    counter();
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 4; i++) {
#pragma omp task
        counter().count += i; //~ race r1 write, race r1 write
    }
    std::printf("%d\n", counter().count);
}
