#include "mark.h"

struct point {
    short x, y;
    struct {
        int deep;
    } inner;
    double grid[2][3];
};

int number;
static long numbers[10];
struct point points[4];
union {
    int whole;
    char bytes[4];
} both;

static inline __attribute__((always_inline)) void inner(void)
{
    MARK("inner");
}

static inline __attribute__((always_inline)) void middle(void)
{
    inner(); // calls inner
}

static __attribute__((noinline)) void outer(int parameter)
{
    static int calls;
    volatile int local = parameter;
    volatile int array[5] = {0};
    calls++;
    middle(); // calls middle
    address("calls", &calls);
    address("parameter", &parameter);
    address("local", &local);
    address("array[3]", &array[3]);
    {
        volatile int in_block = 1;
        address("in_block", &in_block);
        MARK("outer");
    }
}

static __attribute__((noinline)) void blocks(void)
{
    {
        volatile int early[8] = {1};
        address("early[2]", &early[2]);
        MARK("early");
    }
    {
        volatile int late[8] = {2};
        address("late[2]", &late[2]);
        MARK("late");
    }
}

int main(void)
{
    blocks();
    outer(3);
    address("number", &number);
    address("numbers[7]", &numbers[7]);
    address("points[2].inner.deep", &points[2].inner.deep);
    address("points[1].grid[1][2]", &points[1].grid[1][2]);
    address("points[3].y", &points[3].y);
    address("both", &both);
    MARK("main");
    print_maps();
    return 0;
}
