// Starts another program, at a place of where.h: starts race|clean HOW [race|clean [PLACE]]. Two
// tasks race or do not. Then the program starts itself by
// `exec`, `fork`, `vfork`, `spawn` or `system`, with its last argument, or `true` by `exec-true`. `exec-nothing` fails.
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "where.h"

extern char **environ;
int x, y;

static void run(const char *race) {
    int *other = strcmp(race, "race") == 0 ? &x : &y;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        x = 1;
#pragma omp task
        *other = 2;
    }
}

static const char *how;
static char *next[3];

static void start(void) {
    pid_t child = 0;
    if (strcmp(how, "exec") == 0)
        execv(next[0], next);
    if (strcmp(how, "exec-true") == 0)
        execlp("true", "true", NULL);
    if (strcmp(how, "exec-nothing") == 0)
        execl("/nonexistent/program", "program", NULL);
    if (strcmp(how, "fork") == 0 && (child = fork()) == 0)
        execv(next[0], next);
    if (strcmp(how, "vfork") == 0 && (child = vfork()) == 0) {
        execv(next[0], next);
        _exit(9);
    }
    if (strcmp(how, "spawn") == 0 && posix_spawn(&child, next[0], NULL, NULL, next, environ) != 0)
        exit(1);
    int status = 0;
    if (child > 0)
        waitpid(child, &status, 0);
    if (strcmp(how, "system") == 0) {
        char command[4096];
        snprintf(command, sizeof command, "'%s' %s", next[0], next[1]);
        status = system(command);
    }
    printf("child %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
}

int main(int argc, char **argv) {
    how = argc > 2 ? argv[2] : "";
    next[0] = argv[0];
    next[1] = argc > 3 ? argv[3] : "clean";
    run(argv[1]);
    run_at(argc > 4 ? argv[4] : "main", start);
    run(argv[1]);
    return 3;
}
