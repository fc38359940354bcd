// A loop writes items whose size is no multiple of a cell's, several members on one line, and another task writes what
// is last in the last item.
//@ twin: hoist-odd-rows-miss.c
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
            all.items[i].first = i, all.items[i].second = i, all.items[i].last = 1; //~ race r1 write
#pragma omp task
        all.items[2].last = 2; //~ race r1 write
    }
    printf("%ld %d\n", all.behind.first, all.items[2].last);
    return 0;
}
