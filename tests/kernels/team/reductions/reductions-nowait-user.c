// The result of a reduction with a combiner of the program is read before all have combined.
//@ twin: reductions-nowait-user-barrier.c
//@ options: team=4
#include <stdio.h>

struct Range {
    int low, high;
};

static void widen(struct Range *into, const struct Range *from) {
    if (from->low < into->low)
        into->low = from->low;
    if (from->high > into->high)
        into->high = from->high; //~ race r1 write
}

#pragma omp declare reduction(widen : struct Range : widen(&omp_out, &omp_in)) initializer(omp_priv = {1000, -1000})

int main(void) {
    struct Range range = {1000, -1000};
#pragma omp parallel
    {
#pragma omp for reduction(widen : range) nowait schedule(static, 1)
        for (int i = 0; i < 4; i++)
            range.high = range.high < i ? i : range.high;
#pragma omp master
        if (range.high > 1000) //~ race r1 read
            puts("wrong");
    }
    printf("%d\n", range.high);
    return range.high != 3;
}
