// C++'s locks come to those of POSIX, and its static variables have guards.
#include "fake_tool.h"

#include <chrono>
#include <mutex>
#include <shared_mutex>

template <class Lock, class Mutex> static void check_scope(Mutex &mutex, uint32_t sharing) {
    listen_anew();
    { Lock lock(mutex); }
    listening = false;
    CHECK(heard_count == 2 && heard[0].type == LOCKED && heard[0].kind == sharing && heard[1].type == UNLOCKED);
    CHECK(heard[0].address == heard[1].address && heard[0].address >= (uintptr_t)&mutex);
    CHECK(heard[0].address < (uintptr_t)(&mutex + 1));
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

int main() {
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
    CHECK(heard_count == 2 && heard[0].type == LOCKED && heard[1].type == UNLOCKED);

    check_needed(true, GUARD_ABANDON);
    check_needed(false, GUARD_LEAVE);
    listen_anew();
    need(false);
    listening = false;
    CHECK(heard_count == 0);
    return 0;
}
