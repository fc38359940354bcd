// A loop over iterators of a vector, whose body looks one element ahead.
//@ twin: for-iterator-own.cpp
//@ options: team=4
#include <cstdio>
#include <vector>

int main() {
    std::vector<int> cell(65, 1);
    int *const data = cell.data();
#pragma omp parallel for schedule(static)
    for (int *p = data; p < data + 64; ++p)
        p[0] = p[1] + 1; //~ race r1 write, race r1 read
    std::printf("%d\n", cell[0]);
    return 0;
}
