// A thread_local member is one for each thread.
//@ twin: threads-static-local.cpp
//@ options: team=4
#include <cstdio>

struct Meter {
    static thread_local int reading;
    void tick() { reading += 1; }
};

thread_local int Meter::reading;

int main() {
#pragma omp parallel
    {
        Meter meter;
        meter.tick();
    }
    std::printf("%d\n", Meter::reading);
    return 0;
}
