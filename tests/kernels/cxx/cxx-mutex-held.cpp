// The mutexes of the standard library keep tasks apart.
//@ twin: cxx-mutex-not-held.cpp
//@ guarantee: this lock order only
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
        std::lock_guard lock(plain);
        total[0] += amount;
    }
    {
        std::scoped_lock lock(recursive, plain);
        total[1] += amount;
    }
    {
        std::unique_lock lock(timed, std::chrono::hours(1));
        total[2] += amount;
    }
    {
        std::unique_lock lock(shared);
        total[3] += amount;
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
