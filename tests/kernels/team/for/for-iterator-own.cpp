// A loop over iterators of a vector, whose body changes the element that the iterator is at.
//@ twin: for-iterator.cpp
//@ guarantee: this input, for teams of up to 4 threads that share out loops as in this run
//@ options: team=4
#include <cstdio>
#include <vector>

int main() {
    std::vector<int> cell(65, 1);
#pragma omp parallel for schedule(static)
    for (auto p = cell.begin(); p < cell.end(); ++p)
        *p += 1;
    std::printf("%d\n", cell[0]);
    return 0;
}
