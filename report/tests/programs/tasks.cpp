#include "mark.h"

static inline __attribute__((always_inline)) void helper()
{
    MARK("helper");
}

static __attribute__((noinline)) void called()
{
    MARK("called");
}

template <class T> __attribute__((noinline)) void instance(T x)
{
#pragma omp task firstprivate(x)
    MARK(sizeof(T) == 4 ? "instance<int>" : "instance<double>");
#pragma omp taskwait
}

namespace work {
struct Worker {
    int done;
    __attribute__((noinline)) void run()
    {
#pragma omp parallel num_threads(1)
        {
#pragma omp task
            {
                done++;
                MARK("method_task");
            }
        }
    }
};
} // namespace work

__attribute__((noinline)) static void nest()
{
#pragma omp task
    {
        volatile int inside = 1;
        address("inside", &inside);
        MARK("outer_task");
#pragma omp task
        MARK("inner_task");
#pragma omp taskwait
    }
#pragma omp taskwait
}

#define TASK_IN_TASK                                                                                                   \
    _Pragma("omp task")                                                                                                \
    {                                                                                                                  \
        MARK("outer_in_line");                                                                                         \
        _Pragma("omp task") MARK("inner_in_line");                                                                     \
        _Pragma("omp taskwait")                                                                                        \
    }

__attribute__((noinline)) static void one_line()
{
    TASK_IN_TASK
#pragma omp taskwait
}

int main()
{
    volatile int shared_local = 0;
#pragma omp parallel num_threads(1)
    {
        MARK("region");
#pragma omp single
        {
#pragma omp task shared(shared_local)
            {
                shared_local = 1;
                MARK("task");
                helper(); // calls helper
                called();
            }
#pragma omp taskloop num_tasks(1)
            for (int i = 0; i < 1; i++)
                MARK("taskloop");
            nest();
            one_line();
            instance(1);
            instance(1.0);
        }
    }
    work::Worker().run();
    address("shared_local", &shared_local);
    MARK("main");
    print_maps();
    return 0;
}
