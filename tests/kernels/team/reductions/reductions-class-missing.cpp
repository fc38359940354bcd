// All threads add to one object with operators of its own.
//@ twin: reductions-class.cpp
//@ options: team=4
#include <cstdio>

struct Sum {
    int value = 0;
    Sum &operator+=(int by) {
        value += by; //~ race r1 write, race r1 write
        return *this;
    }
};

int main() {
    Sum sum;
#pragma omp parallel for
    for (int i = 0; i < 16; i++)
        sum += i;
    std::printf("%d\n", sum.value);
    return 0;
}
