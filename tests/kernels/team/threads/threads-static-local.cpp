// A static member is one for all threads.
//@ twin: threads-thread-local.cpp
//@ options: team=4
#include <cstdio>

struct Meter {
    static int reading;
    void tick() {
        reading += 1; //~ race r1 write, race r1 write
    }
};

int Meter::reading;

int main() {
#pragma omp parallel
    {
        Meter meter;
        meter.tick();
    }
    std::printf("%d\n", Meter::reading);
    return 0;
}
