// Each mutex is given back too early, never taken, or taken together with others.
//@ twin: cxx-mutex-held.cpp
//@ lang: c++17
#include <chrono>
#include <cstdio>
#include <mutex>
#include <shared_mutex>

int total[4];
std::mutex plain;
std::recursive_mutex recursive;
std::timed_mutex timed;
std::shared_mutex shared;

static void add(int amount) {
    {
        { std::lock_guard lock(plain); }
        total[0] += amount; //~ race r1 write, race r1 write
    }
    {
        std::unique_lock lock(recursive, std::defer_lock);
        total[1] += amount; //~ race r2 write, race r2 write
    }
    {
        std::unique_lock lock(timed, std::chrono::hours(1));
        lock.unlock();
        total[2] += amount; //~ race r3 write, race r3 write
    }
    {
        std::shared_lock lock(shared);
        total[3] += amount; //~ race r4 write, race r4 write
    }
}

int main() {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        add(1);
#pragma omp task
        add(2);
    }
    std::printf("%d %d %d %d\n", total[0], total[1], total[2], total[3]);
}
