/*
Every thread has an object of its own and changes its members only.
*/

#include <cstdio>
#include <vector>

struct Meter {
    int own = 0;
    void tick() { own++; }
};

int main() {
    std::vector<Meter> meters(4);
#pragma omp parallel for
    for (int i = 0; i < 4; i++)
        for (int turn = 0; turn < 10; turn++)
            meters[i].tick();
    std::printf("%d\n", meters[3].own);
    return meters[3].own != 10;
}
