#include "mark.h"

namespace outer {
namespace {
int hidden;
}
struct Base {
    long first;
};
struct Thing : Base {
    int value;
    static int shared;
    __attribute__((noinline)) void method()
    {
        MARK("method");
    }
};
int Thing::shared;
Thing thing;

template <class T> __attribute__((noinline)) T twice(T x)
{
    static T last;
    last = x;
    address(sizeof(T) == 4 ? "last<int>" : "last<double>", &last);
    MARK(sizeof(T) == 4 ? "twice<int>" : "twice<double>");
    return x + last;
}

template <class T> inline __attribute__((always_inline)) void inlined(T)
{
    MARK("inlined");
}
} // namespace outer

int main()
{
    outer::thing.method();
    outer::twice(1);
    outer::twice(1.0);
    outer::inlined('c'); // calls inlined
    auto lambda = [](int) __attribute__((noinline)) { MARK("lambda"); };
    lambda(1);
    address("hidden", &outer::hidden);
    address("shared", &outer::Thing::shared);
    address("thing.first", &outer::thing.first);
    address("thing.value", &outer::thing.value);
    print_maps();
    return 0;
}
