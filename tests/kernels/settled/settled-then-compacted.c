// Many rounds of tasks on small blocks, so that histories are compacted, each of which follows the last. One more task of the last round
// is not waited for by all who follow.
//@ twin: settled-and-compacted.c
//@ args: 3000
//@ recorded-args: 5
#include <stdio.h>
#include <stdlib.h>

typedef struct block {
    struct block *next;
    int value, count, last;
} block;

enum { BLOCKS = 40 };
static block blocks[BLOCKS];

static void visit(block *b, int round) {
    b->count++;
    b->value += b->next->last;
    if (round % 3 == 0)
        b->count += b->value;
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 1;
#pragma omp parallel
#pragma omp single
    {
        for (int i = 0; i < BLOCKS; i++)
            blocks[i].next = &blocks[(i + 1) % BLOCKS];
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < BLOCKS; i++) {
#pragma omp task firstprivate(i, round)
                visit(&blocks[i], round);
            }
#pragma omp taskwait
            for (int i = 0; i < BLOCKS; i++)
                blocks[i].last = blocks[i].value + round;
        }
#pragma omp task
        blocks[7].count = 0; //~ race r1 write
        blocks[7].count += blocks[6].value; //~ race r1 write
#pragma omp taskwait
    }
    printf("%d %d\n", blocks[7].count, blocks[8].value);
    return 0;
}
