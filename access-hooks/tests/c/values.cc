// C++ without a tool: objects, exceptions, atomics, allocation.
#include <atomic>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            std::cerr << __FILE__ << ":" << __LINE__ << ": not so: " << #condition << std::endl;                       \
            std::abort();                                                                                              \
        }                                                                                                              \
    } while (0)

struct shape {
    virtual ~shape() {}
    virtual int corners() const { return 0; }
};

struct square : shape {
    std::string name = "a name that does not fit into the object itself";
    int corners() const override { return 4; }
};

static int fail(int depth) {
    std::unique_ptr<shape> here(new square);
    if (depth == 0) {
        throw std::runtime_error("deep enough");
    }
    return fail(depth - 1) + here->corners();
}

int main() {
    std::vector<std::unique_ptr<shape>> shapes;
    for (int i = 0; i < 100; i++) {
        shapes.emplace_back(i % 2 ? new square : new shape);
    }
    int corners = 0;
    for (const auto &shape : shapes) {
        corners += shape->corners();
    }
    CHECK(corners == 200);

    bool caught = false;
    try {
        fail(20);
    } catch (const std::runtime_error &error) {
        caught = std::string(error.what()) == "deep enough";
    }
    CHECK(caught);

    std::atomic<long> sum{0};
    std::atomic<bool> go{false};
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; i++) {
        threads.emplace_back([&] {
            while (!go.load(std::memory_order_acquire)) {
            }
            // All threads at once are the first to need an aligned block.
            auto *wide = new (std::align_val_t(128)) char[256];
            CHECK(reinterpret_cast<std::uintptr_t>(wide) % 128 == 0);
            ::operator delete[](wide, std::align_val_t(128));
            for (int k = 0; k < 10000; k++) {
                sum.fetch_add(k, std::memory_order_relaxed);
            }
        });
    }
    go.store(true, std::memory_order_release);
    for (auto &thread : threads) {
        thread.join();
    }
    CHECK(sum == 4L * 9999 * 10000 / 2);

    std::cout << "as it should be" << std::endl;
}
