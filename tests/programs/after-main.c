// Does something after main has returned: in a handler, and in a destructor, which aborts if the
// second argument is "abort", and ends the program with status 0 if it is "_exit". Two tasks race
// if the first argument is "race".
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int x;
static const char *how = "";

static void handler(void) { puts("handler"); }

__attribute__((destructor)) static void destructor(void) {
    puts("destructor");
    fflush(stdout);
    if (strcmp(how, "abort") == 0)
        abort();
    if (strcmp(how, "_exit") == 0)
        _exit(0);
}

int main(int argc, char **argv) {
    int is_racy = argc > 1 && strcmp(argv[1], "race") == 0;
    how = argc > 2 ? argv[2] : "";
    atexit(handler);
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        x = 1;
#pragma omp task
        if (is_racy)
            x = 2;
    }
    puts("main");
    return 3;
}
