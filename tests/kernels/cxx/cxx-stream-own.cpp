// Tasks print to the standard stream, which they may do at the same time, and to streams of their own.
//@ twin: cxx-stream-shared.cpp
#include <iostream>
#include <sstream>
#include <string>

std::string names[4] = {"one", "two", "three", "four"};
int read_back[4];

int main() {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 4; i++) {
#pragma omp task
        {
            std::cout << i << ' ' << names[i] << " of " << 4.5 << std::endl;
            std::stringstream own;
            own << 2 * i << " ";
            own >> read_back[i];
        }
    }
    std::cout << read_back[3] << '\n';
}
