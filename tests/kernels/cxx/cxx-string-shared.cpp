// Two tasks write the first character of one std::string.
//@ twin: cxx-containers.cpp
#include <cstdio>
#include <string>

int main() {
    std::string text(100, '-');
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        text[0] = 'a'; //~ race r1 write
#pragma omp task
        text[0] = 'b'; //~ race r1 write
    }
    std::printf("%s\n", text.c_str());
}
