// In a team, a task starts when the function whose variable it uses has returned, and many others have come and gone.
//@ twin: compaction-late-task-waited.c
//@ args: 60
//@ recorded-args: 1
//@ options: team=4
#include <stdio.h>
#include <stdlib.h>

int out, elements[1000];

// Tasks that come and go.
static void crowd(int batches) {
    for (int batch = 0; batch < batches; batch++) {
#pragma omp taskgroup
        for (int i = 0; i < 1000; i++) {
#pragma omp task
            elements[i] = batch;
        }
    }
}

static __attribute__((noinline)) void start(void) {
    int local = 1;
#pragma omp task shared(local)
    out = local; //~ race r1 read
}

// The variable lies so far down the stack that nothing takes its place.
static __attribute__((noinline)) void far_down(volatile char *pad) {
    pad[0] = 0;
    start(); //~ race r1 return
    pad[1] = 0;
}

static __attribute__((noinline)) void with_pad(void) {
    volatile char pad[100000];
    far_down(pad);
}

int main(int argc, char **argv) {
    int batches = argc > 1 ? atoi(argv[1]) : 1;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        with_pad();
        crowd(batches);
    }
    printf("%d %d\n", out, elements[0]);
    return 0;
}
