// Two tasks call functions whose variables lie at the same places on the stack.
//@ twin: compaction-frames-shared.c
//@ args: 40000
//@ recorded-args: 20
#include <stdio.h>
#include <stdlib.h>

int results[2];

static __attribute__((noinline)) void put(int *variable, int value) {
    *variable = value;
}

static __attribute__((noinline)) int work(int value) {
    int mine, childs;
    put(&mine, value);
#pragma omp task shared(childs)
    put(&childs, value);
#pragma omp taskwait
    return mine - childs + 1;
}

static __attribute__((noinline)) void start(int count) {
    int sum = 0;
    for (int k = 0; k < 2; k++) {
        (void)sum;
#pragma omp task shared(sum)
        {
            int own = 0;
            for (int i = 0; i < count; i++) {
                own += work(i);
            }
            results[k] = own;
        }
    }
#pragma omp taskwait
    printf("%d\n", sum);
}

int main(int argc, char **argv) {
    int count = argc > 1 ? atoi(argv[1]) : 1;
#pragma omp parallel
#pragma omp single
    start(count);
    printf("%d %d\n", results[0], results[1]);
    return 0;
}
