// C++'s locks come to those of POSIX, and its static variables have guards.
#include "fake_tool.h"

#include <atomic>
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>

template <class Lock, class Mutex> static void check_scope(Mutex &mutex, uint32_t sharing) {
    listen_anew();
    { Lock lock(mutex); }
    listening = false;
    // Who shares the lock does not announce it.
    size_t first = sharing == LOCKED_ALONE;
    CHECK(heard_count == first + 2 && heard[first].type == LOCKED && heard[first].kind == sharing);
    CHECK((first == 0 || heard[0].type == WANTS) && heard[first + 1].type == UNLOCKED);
    CHECK(heard[0].address == heard[1].address && heard[0].address == heard[heard_count - 1].address);
    CHECK(heard[0].address >= (uintptr_t)&mutex && heard[0].address < (uintptr_t)(&mutex + 1));
}

struct Failure {};

struct Variable {
    explicit Variable(bool fails) {
        CHECK(heard_count == 1 && heard[0].type == GUARDS && heard[0].kind == GUARD_ENTER);
        if (fails) {
            throw Failure();
        }
    }
};

static void need(bool fails) { static Variable variable(fails); }

static void check_needed(bool fails, uint32_t end) {
    listen_anew();
    try {
        need(fails);
        CHECK(!fails);
    } catch (Failure) {
        CHECK(fails);
    }
    listening = false;
    // An exception takes memory.
    size_t last = heard_count - 1;
    while (heard[last].type == ALLOCATED || heard[last].type == RELEASED) {
        last--;
    }
    CHECK(last > 0 && heard[last].type == GUARDS && heard[last].kind == end);
    CHECK(heard[last].address == heard[0].address);
}

// How many events there are, for a thread that waits for the next one of another.
static size_t count_heard() { return __atomic_load_n(&heard_count, __ATOMIC_SEQ_CST); }

static std::atomic<bool> initialising;

struct Awaited {
    Awaited() {
        initialising = true;
        // The other thread needs the variable, and blocks.
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        while (count_heard() < 2) {
            CHECK(std::chrono::steady_clock::now() < end);
        }
    }
};

static void need_awaited() { static Awaited variable; }

static void check_waiting(std::thread &other) {
    listen_anew();
    need_awaited();
    other.join();
    listening = false;
    // The other thread goes on when the tool has heard that the variable is there.
    static const struct {
        event_type type;
        uint32_t kind;
    } expected[] = {{GUARDS, GUARD_ENTER}, {BLOCKS, BLOCKING_BEGIN}, {GUARDS, GUARD_LEAVE}, {BLOCKS, BLOCKING_END},
                    {GUARDS, GUARD_PASS}};
    size_t next = 0;
    for (size_t i = 0; i < heard_count; i++) {
        // A thread has memory of its own.
        if (heard[i].type == GUARDS || heard[i].type == BLOCKS) {
            CHECK(next < 5 && heard[i].type == expected[next].type && heard[i].kind == expected[next].kind);
            next++;
        }
    }
    CHECK(next == 5);
}

int main() {
    std::thread other([] {
        while (!initialising) {
        }
        need_awaited();
    });
    attach_fake_tool();
    std::mutex mutex;
    check_scope<std::lock_guard<std::mutex>>(mutex, LOCKED_ALONE);
    check_scope<std::unique_lock<std::mutex>>(mutex, LOCKED_ALONE);
    std::recursive_mutex recursive;
    check_scope<std::lock_guard<std::recursive_mutex>>(recursive, LOCKED_ALONE);
    std::shared_mutex shared;
    check_scope<std::unique_lock<std::shared_mutex>>(shared, LOCKED_ALONE);
    check_scope<std::shared_lock<std::shared_mutex>>(shared, LOCKED_SHARED);
    std::timed_mutex timed;
    listen_anew();
    CHECK(timed.try_lock_for(std::chrono::hours(1)));
    timed.unlock();
    listening = false;
    CHECK(heard_count == 3 && heard[0].type == WANTS && heard[1].type == LOCKED && heard[2].type == UNLOCKED);

    check_waiting(other);
    check_needed(true, GUARD_ABANDON);
    check_needed(false, GUARD_LEAVE);
    listen_anew();
    need(false);
    listening = false;
    CHECK(heard_count == 0);
    return 0;
}
