// What is captured is a view of the vector's elements.
//@ twin: object-vector.cpp
#include <cstdio>
#include <vector>

struct View {
    int *begin, *end;
    __attribute__((noinline)) void set(int value) const {
        *begin = value; //~ race r1 write, race r1 write
    }
};

int main() {
    std::vector<int> values{1, 2, 3};
    View view{values.data(), values.data() + values.size()};
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 3; i++) {
#pragma omp task firstprivate(view)
        view.set(i);
    }
    std::printf("%d\n", values[0]);
}
