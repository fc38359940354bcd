// Does something to all its descriptors, at a place of where.h: descriptors HOW [FILE [PLACE]].
// Then two tasks race. `close` closes all but the standard
// ones, `closefrom` likewise at once, `reuse` opens FILE under all their numbers, `all` closes the standard ones as well
// and opens FILE in their place, `daemon` leaves its parent. `error` gives standard error to FILE.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "where.h"

int x, y;

static void run(int *other) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        x = 1;
#pragma omp task
        *other = 2;
    }
}

static const char *how, *name;

static void lose_all(void) {
    int from = strcmp(how, "all") == 0 ? 0 : 3;
    if (strcmp(how, "closefrom") == 0)
        closefrom(3);
    else if (strcmp(how, "error") != 0)
        for (int number = from; number < 1024; number++)
            close(number);
    int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (strcmp(how, "all") == 0)
        for (int number = 1; number < 1024; number++)
            dup2(file, number);
    if (strcmp(how, "reuse") == 0)
        for (int number = 3; number < 1024; number++)
            dup2(file, number);
    if (strcmp(how, "error") == 0)
        dup2(file, STDERR_FILENO);
    if (write(file, "the program's own\n", 18) != 18)
        exit(4);
}

int main(int argc, char **argv) {
    how = argc > 1 ? argv[1] : "";
    name = argc > 2 ? argv[2] : "/dev/null";
    run(&y);
    run_at(argc > 3 ? argv[3] : "main", lose_all);
    run(&x);
    return 3;
}
