// An atomic member of a class is used by all threads, and so is the plain member beside it.
//@ twin: atomics-std.cpp
//@ options: team=4
#include <atomic>
#include <cstdio>

struct {
    std::atomic<int> safe{0};
    int plain = 0;
} number;

int main() {
#pragma omp parallel
    {
        number.safe.fetch_add(1);
        number.plain += 1; //~ race r1 write, race r1 write
    }
    std::printf("%d\n", number.safe.load());
    return 0;
}
