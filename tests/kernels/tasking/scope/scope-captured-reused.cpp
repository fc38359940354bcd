// Tasks end before their children, one row after the other, and the runtime uses their memory for the tasks that follow,
// of which some are copied by a taskloop with an object of its own. What comes later has a life of its own.
//@ twin: scope-captured-reused-shared.cpp
//@ options: team=4
#include <cstdio>

struct Pair {
    int first, second;
    Pair(int value) : first(value), second(value) {}
    Pair(const Pair &other) : first(other.first), second(other.second + 1) {}
    ~Pair() { first = second = 0; }
};

int out[8][64];

int main() {
#pragma omp parallel
#pragma omp single
    for (int row = 0; row < 8; row++) {
        Pair pair(row);
        for (int i = 0; i < 16; i++) {
#pragma omp task firstprivate(row, i, pair)
            {
                pair.first += i;
#pragma omp task firstprivate(row, i, pair)
                out[row][i] = pair.first + pair.second;
            }
        }
#pragma omp taskloop firstprivate(pair) grainsize(1)
        for (int i = 16; i < 32; i++) {
            pair.second += i;
            out[row][i] = pair.first + pair.second;
        }
    }
    std::printf("%d %d\n", out[0][0], out[7][31]);
    return 0;
}
