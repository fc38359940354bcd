// A loop writes items whose size is no multiple of a cell's, several members on one line, and another task writes what
// comes behind the last item.
//@ twin: hoist-odd-rows-hit.c
#include <stdio.h>

struct item {
    long first, second;
    char last;
};
struct {
    struct item items[3];
    struct item behind;
} all;
int count = 3;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        int n = count;
#pragma omp task
        for (int i = 0; i < n; i++)
            all.items[i].first = i, all.items[i].second = i, all.items[i].last = 1;
#pragma omp task
        all.behind.first = 2, all.behind.second = 3;
    }
    printf("%ld %d\n", all.behind.first, all.items[2].last);
    return 0;
}
