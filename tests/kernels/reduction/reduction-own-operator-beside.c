// Tasks take part in a reduction with an operator of the program's own, and count without one.
//@ twin: reduction-own-operator.c
#include <stdio.h>

typedef struct {
    int least, most;
} range;

static void join(range *into, const range *from) {
    if (from->least < into->least)
        into->least = from->least;
    if (from->most > into->most)
        into->most = from->most;
}

#pragma omp declare reduction(join : range : join(&omp_out, &omp_in)) initializer(omp_priv = omp_orig)

int count;

int main(void) {
    range all = {1000, -1000};
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskgroup task_reduction(join : all)
        for (int i = 0; i < 6; i++) {
#pragma omp task in_reduction(join : all)
            {
                range own = {i * 7 % 10, i * 7 % 10};
                join(&all, &own);
                count += 1; //~ race r1 write, race r1 write
            }
        }
    }
    printf("%d to %d, %d\n", all.least, all.most, count);
    return 0;
}
