// Forks after OpenMP has started: forks plain|tasks. The child works, with tasks of its own if it is told so, and both
// processes run two tasks that race.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int x, y;

static void race(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        x = 1;
#pragma omp task
        x = 2;
    }
}

int main(int argc, char **argv) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        y = 1;
    }
    pid_t child = fork();
    if (child == 0) {
        char *memory = calloc(1, 1000);
        for (int i = 0; i < 1000; i++)
            memory[i] = (char)(x + y + i);
        if (argc > 1 && strcmp(argv[1], "tasks") == 0)
            race();
        free(memory);
        exit(5);
    }
    int status = 0;
    waitpid(child, &status, 0);
    printf("child %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    fflush(stdout);
    race();
    return 0;
}
