// Ends in the way that its arguments ask for: endings race|clean [ending [place]]. A number is that of a signal.
//
// With `race`, two tasks have raced before the end comes. The places are those of where.h.
// close-early closes
// standard error before OpenMP starts, close-late when it has.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "where.h"

int x, y;

static void end(const char *how) {
    if (strcmp(how, "exit") == 0)
        exit(3);
    if (strcmp(how, "_exit") == 0)
        _exit(3);
    if (strcmp(how, "quick_exit") == 0)
        quick_exit(3);
    if (strcmp(how, "abort") == 0)
        abort();
    if (strcmp(how, "segv") == 0)
        *(volatile int *)8 = 1;
    if (strcmp(how, "overflow") == 0) {
        volatile char room[4096];
        room[0] = 0;
        end(how);
        room[1] = room[0];
    }
    if (atoi(how) > 0)
        raise(atoi(how));
    if (strcmp(how, "kill") == 0)
        kill(getpid(), SIGKILL);
    if (strcmp(how, "return") != 0) {
        puts("no such ending");
        exit(99);
    }
}

static const char *how = "return";

static void end_here(void) { end(how); }

static void handler(int signal) {
    (void)signal;
    _exit(4);
}

int main(int argc, char **argv) {
    const char *race = argc > 1 ? argv[1] : "clean";
    how = argc > 2 ? argv[2] : "return";
    const char *place = argc > 3 ? argv[3] : "main";
    if (strcmp(how, "close-early") == 0) {
        close(STDERR_FILENO);
        how = "return";
    }
    if (strcmp(how, "default-term") == 0) {
        // As programs do that are about to start others, and as handlers do that end the program.
        void (*before)(int) = signal(SIGTERM, SIG_IGN);
        signal(SIGTERM, before);
        signal(SIGINT, handler);
        signal(SIGINT, SIG_DFL);
        how = "15";
    }
    if (strcmp(how, "handled-term") == 0) {
        signal(SIGTERM, handler);
        how = "15";
    }
    puts("started");
    fflush(stdout);
#pragma omp parallel
#pragma omp single
    {
        if (strcmp(how, "close-late") == 0) {
            close(STDERR_FILENO);
            how = "return";
        }
#pragma omp task
        x = 1;
        if (strcmp(race, "race") == 0) {
#pragma omp task
            x = 2;
        } else {
#pragma omp task
            y = 2;
        }
    }
    printf("%d %d\n", x, y);
    run_at(place, end_here);
    return 3;
}
