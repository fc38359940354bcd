#include "mark.h"

int main(void)
{
    volatile int shared_local = 0;
#pragma omp parallel num_threads(1)
    {
        MARK("region");
#pragma omp task shared(shared_local)
        {
            shared_local = 1;
            MARK("task");
        }
    }
    address("shared_local", &shared_local);
    MARK("main");
    print_maps();
    return 0;
}
