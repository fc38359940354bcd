// Objects with a constructor are reduced: every thread's object is made and destroyed by that thread.
//@ twin: reductions-class-missing.cpp
//@ guarantee: this input, for teams of up to 4 threads that share out loops as in this run
//@ options: team=4
#include <cstdio>

struct Sum {
    int value = 0;
    ~Sum() { value = -1; }
    Sum &operator+=(int by) {
        value += by;
        return *this;
    }
};

#pragma omp declare reduction(add : Sum : omp_out += omp_in.value)

int main() {
    Sum sum;
#pragma omp parallel for reduction(add : sum)
    for (int i = 0; i < 16; i++)
        sum += i;
    std::printf("%d\n", sum.value);
    return sum.value != 120;
}
