// A task deletes objects that its creator still uses: by `delete`, by `delete[]`, and in the destructor of a vector.
//@ twin: free-delete-own.cpp
#include <cstdio>
#include <vector>

struct Large {
    int values[64];
};

int main() {
    int seen = 0;
#pragma omp parallel
#pragma omp single
    {
        auto *one = new Large();
#pragma omp task
        delete one; //~ race one free
        seen += one->values[40] == 0; //~ race one read

        auto *many = new int[100]();
#pragma omp task
        delete[] many; //~ race many free
        seen += many[40] == 0; //~ race many read
    }
    std::printf("%d\n", seen >= 0);
    return 0;
}
