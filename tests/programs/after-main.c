// Does something after main has returned: in a handler, and in a destructor, which aborts if the second argument is
// "abort". Two tasks race if the first argument is "race".
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int x;
int aborts;

static void handler(void) { puts("handler"); }

__attribute__((destructor)) static void destructor(void) {
    puts("destructor");
    if (aborts)
        abort();
}

int main(int argc, char **argv) {
    int is_racy = argc > 1 && strcmp(argv[1], "race") == 0;
    aborts = argc > 2 && strcmp(argv[2], "abort") == 0;
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
