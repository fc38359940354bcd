// 0/1 knapsack problems by branch and bound, a task per branch down to a depth: unbalanced trees of tasks.
//
// Stands for the optimisation kernels of task suites. Usually the best value so far is shared and makes the search depend on the
// schedule; here a branch is pruned by what its own ancestors know, so every run visits the same nodes. Dynamic programming over
// the capacity checks it.
#include "kernel.h"

enum { ITEMS = 30, TASK_DEPTH = 10, MAX_WEIGHT = 1000, MIN_GAIN = 100, GAIN_SPREAD = 20 };

typedef struct {
    int weight, value;
} item;

typedef struct {
    item items[ITEMS]; // the most valuable per weight first
    long capacity, best;
} problem;

static int by_density(const void *left, const void *right) {
    const item *a = left, *b = right;
    const long long x = (long long)a->value * b->weight, y = (long long)b->value * a->weight;
    return x > y ? -1 : x < y;
}

// At most what the items from `next` on can add: the last one may be cut.
static long bound(const problem *p, int next, long room) {
    long value = 0;
    for (; next < ITEMS && p->items[next].weight <= room; next++) {
        room -= p->items[next].weight;
        value += p->items[next].value;
    }
    return next < ITEMS ? value + room * p->items[next].value / p->items[next].weight : value;
}

// The best total below this node, or `known` if none is better.
static long search_serial(const problem *p, int next, long room, long value, long known) {
    if (next == ITEMS)
        return value > known ? value : known;
    if (value + bound(p, next, room) <= known)
        return known;
    const item *candidate = &p->items[next];
    if (candidate->weight <= room)
        known = search_serial(p, next + 1, room - candidate->weight, value + candidate->value, known);
    return search_serial(p, next + 1, room, value, known);
}

// The same with both branches at once: neither knows what the other finds.
static void search(const problem *p, int next, long room, long value, long known, long *best) {
    *best = known;
    if (next >= TASK_DEPTH || next == ITEMS) {
        *best = search_serial(p, next, room, value, known);
        return;
    }
    if (value + bound(p, next, room) <= known)
        return;
    const item *candidate = &p->items[next];
    long with = known, without = known;
    if (candidate->weight <= room) {
#pragma omp task shared(with)
        search(p, next + 1, room - candidate->weight, value + candidate->value, known, &with);
    }
#pragma omp task shared(without)
    search(p, next + 1, room, value, known, &without);
#pragma omp taskwait
    *best = with > without ? with : without;
}

// Takes what fits, in order: what the search has to beat.
static long greedy(const problem *p) {
    long value = 0, room = p->capacity;
    for (int i = 0; i < ITEMS; i++)
        if (p->items[i].weight <= room) {
            room -= p->items[i].weight;
            value += p->items[i].value;
        }
    return value;
}

static long by_capacity(const problem *p) {
    int *best = kernel_alloc_zeroed((size_t)p->capacity + 1, sizeof *best);
    for (int i = 0; i < ITEMS; i++)
        for (long room = p->capacity; room >= p->items[i].weight; room--) {
            const int with = best[room - p->items[i].weight] + p->items[i].value;
            best[room] = with > best[room] ? with : best[room];
        }
    const long result = best[p->capacity];
    free(best);
    return result;
}

static void draw(problem *p, uint64_t *seed) {
    p->capacity = 0;
    for (int i = 0; i < ITEMS; i++) {
        // Value follows weight: the bounds are then close to the best, and the search has something to do.
        const int weight = 1 + (int)(kernel_random(seed) % MAX_WEIGHT);
        p->items[i] = (item){weight, weight + MIN_GAIN + (int)(kernel_random(seed) % GAIN_SPREAD)};
        p->capacity += weight;
    }
    p->capacity /= 2;
    qsort(p->items, ITEMS, sizeof *p->items, by_density);
}

int main(int argc, char **argv) {
    const kernel k = kernel_begin("knapsack", argc, argv);
    const int problems = kernel_pick(k, 6, 100, 900);
    problem *all = kernel_alloc(problems, sizeof *all);
    uint64_t seed = 1;
    for (int i = 0; i < problems; i++)
        draw(&all[i], &seed);

#pragma omp parallel
#pragma omp single
    for (int i = 0; i < problems; i++) {
        problem *p = &all[i];
#pragma omp task
        search(p, 0, p->capacity, 0, greedy(p), &p->best);
    }

    long total = 0;
    for (int i = 0; i < problems; i++) {
        kernel_expect(k, all[i].best, by_capacity(&all[i]));
        total += all[i].best;
    }
    free(all);
    return kernel_ok(k, total);
}
