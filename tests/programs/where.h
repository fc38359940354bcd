// Places of a program at which something goes wrong.
#include <string.h>

// Calls `body` before, inside of or after a region, a task or a critical section: `before-task`,
// `task`, `after-task` and so on. Anything else is a place where nothing of OpenMP runs.
static void run_at(const char *place, void (*body)(void)) {
    if (!strstr(place, "region") && !strstr(place, "task") && !strstr(place, "critical")) {
        body();
        return;
    }
    if (strcmp(place, "before-region") == 0)
        body();
#pragma omp parallel
#pragma omp single
    {
        if (strcmp(place, "region") == 0 || strcmp(place, "before-task") == 0 || strcmp(place, "before-critical") == 0)
            body();
        if (strstr(place, "task")) {
#pragma omp task
            if (strcmp(place, "task") == 0)
                body();
#pragma omp taskwait
        }
        if (strstr(place, "critical")) {
#pragma omp critical
            if (strcmp(place, "critical") == 0)
                body();
        }
        if (strcmp(place, "after-task") == 0 || strcmp(place, "after-critical") == 0)
            body();
    }
    if (strcmp(place, "after-region") == 0)
        body();
}
