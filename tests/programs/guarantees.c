// Tasks, and whatever may take the guarantee away: guarantees WHAT. Its other half, guarantees-part.c, is compiled apart.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

void part_increments(int *numbers, int count);
void part_creates_tasks(int *numbers);
void (*part_by_pointer)(int *, int) = part_increments;

static int numbers[16];
static int quick_compare(const void *one, const void *other) { return *(const int *)one - *(const int *)other; }

static void tasks(const char *what) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            numbers[0] = 1;
            if (strcmp(what, "call") == 0)
                part_increments(numbers, 1);
            if (strcmp(what, "pointer") == 0)
                part_by_pointer(numbers, 1);
            if (strcmp(what, "libc") == 0) {
                int some[3] = {3, 1, 2};
                qsort(some, 3, sizeof *some, quick_compare);
                printf("%d\n", some[0]);
            }
        }
#pragma omp task
        {
        }
        if (strcmp(what, "call") == 0)
            part_increments(numbers + 4, 1);
    }
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    if (strcmp(what, "serial") == 0)
        part_increments(numbers, 4);
    if (strcmp(what, "dynamic") == 0)
        omp_set_dynamic(1);
    if (strcmp(what, "created") == 0)
        part_creates_tasks(numbers);
    tasks(what);
    if (strcmp(what, "dynamic") == 0)
        printf("%d\n", omp_get_dynamic());
    if (strcmp(what, "teams") == 0)
        printf("%d\n", omp_get_max_teams());
    if (strcmp(what, "loop") == 0) {
#pragma omp parallel for
        for (int i = 0; i < 16; i++)
            numbers[i] = i;
    }
    if (strcmp(what, "small-loop") == 0) {
#pragma omp parallel for
        for (int i = 0; i < 4; i++)
            numbers[i] = i;
    }
    if (strcmp(what, "sections") == 0) {
#pragma omp parallel sections num_threads(2)
        {
#pragma omp section
            numbers[0] = 1;
#pragma omp section
            numbers[1] = 1;
#pragma omp section
            numbers[2] = 1;
        }
    }
    if (strcmp(what, "distribute") == 0) {
#pragma omp teams distribute
        for (int i = 0; i < 16; i++)
            numbers[i] = i;
    }
    if (strcmp(what, "nested") == 0) {
        int inner = 0;
#pragma omp parallel
        {
#pragma omp parallel
            {
#pragma omp single
                {
#pragma omp atomic write
                    inner = omp_get_num_threads();
                }
            }
        }
        printf("%d\n", inner);
    }
    if (strcmp(what, "fork") == 0) {
        if (fork() == 0)
            _exit(numbers[0]);
        wait(NULL);
    }
    if (strcmp(what, "spawn") == 0 && system("true") != 0)
        return 1;
    if (strcmp(what, "exec") == 0)
        execlp("true", "true", NULL);
    return 0;
}
