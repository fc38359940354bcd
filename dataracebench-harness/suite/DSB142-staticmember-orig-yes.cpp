/*
A static data member is one for all objects, even if every thread has an object of its own.
Data race pair: reading@13:9:W vs. reading@13:9:W
*/

#include <cstdio>

struct Meter {
    static int reading;
    int own = 0;
    void tick() {
        own++;
        reading++;
    }
};

int Meter::reading = 0;

int main() {
#pragma omp parallel num_threads(4)
    {
        Meter meter;
        meter.tick();
    }
    std::printf("%d\n", Meter::reading);
    return 0;
}
