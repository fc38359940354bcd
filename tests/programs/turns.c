// Threads of a team that wait for each other's iterations: turns <what>
#include <omp.h>
#include <stdio.h>
#include <string.h>

#define ROWS 24
#define COLUMNS 8

static int table[ROWS + 1][COLUMNS + 1];
static long sum;
static omp_lock_t lock;

static void in_doacross(void) {
#pragma omp parallel for ordered(2) schedule(dynamic)
    for (int i = 1; i <= ROWS; i++)
        for (int j = 1; j <= COLUMNS; j++) {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
            table[i][j] = table[i - 1][j] + table[i][j - 1] + 1;
#pragma omp ordered depend(source)
        }
}

// In some iterations there is no ordered region, and their ends wait for the turn.
static void in_order(void) {
#pragma omp parallel for ordered schedule(dynamic, 2)
    for (int i = 0; i < ROWS * COLUMNS; i++)
        if (i % 3 == 0) {
#pragma omp ordered
            sum = sum * 3 + i;
        }
}

// libomp keeps seven dynamic loops apart. A thread that is further ahead waits in libomp.
static void in_loops(void) {
#pragma omp parallel
    for (int k = 0; k < ROWS; k++) {
        if (omp_get_thread_num() == 2)
            for (int look = 0; look < 20; look++) {
#pragma omp flush
            }
#pragma omp for schedule(dynamic) nowait
        for (int i = 0; i < 3; i++) {
#pragma omp atomic
            sum += i;
        }
    }
}

// Each iteration waits for one that waits for it.
static void in_a_circle(void) {
#pragma omp parallel for ordered(1) schedule(static, 1)
    for (int i = 0; i < ROWS; i++) {
#pragma omp ordered depend(sink : i + 1)
        table[i][0] = i;
#pragma omp ordered depend(source)
    }
}

// The thread whose turn it is waits for the lock of one whose turn it is not.
static void with_a_lock(void) {
    omp_init_lock(&lock);
#pragma omp parallel for ordered schedule(static, 1)
    for (int i = 0; i < ROWS; i++) {
        omp_set_lock(&lock);
#pragma omp ordered
        sum += i;
        omp_unset_lock(&lock);
    }
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    if (!strcmp(what, "circle"))
        in_a_circle();
    else if (!strcmp(what, "lock"))
        with_a_lock();
    else {
        in_doacross();
        in_order();
        in_loops();
    }
    printf("table %d, sum %ld\n", table[ROWS][COLUMNS], sum);
}
