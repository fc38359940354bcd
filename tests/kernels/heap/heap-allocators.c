// Tasks get memory in all the ways that C knows and give it back: every next task may get the same addresses.
//@ twin: heap-mapped-page.c
//@ lang: gnu17
#define _GNU_SOURCE
#include <alloca.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

int out[20];

static int use(char *memory, size_t size, int value) {
    if (memory == NULL)
        abort();
    for (size_t i = 0; i < size; i++)
        memory[i] = (char)(value + i);
    return memory[size - 1];
}

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 20; i++) {
#pragma omp task
        {
            void *aligned = NULL;
            if (posix_memalign(&aligned, 64, 256) != 0)
                abort();
            out[i] += use(aligned, 256, i);
            free(aligned);

            char *other = aligned_alloc(32, 320);
            out[i] += use(other, 320, i);
            free(other);

            char *large = malloc(1 << 20);
            out[i] += use(large + 5000, 1000, i);
            free(large);

            char *moved = reallocarray(NULL, 10, 10);
            out[i] += use(moved, 100, i);
            moved = reallocarray(moved, 1000, 10);
            out[i] += use(moved, 10000, i);
            free(moved);

            char *text = strdup("a text");
            out[i] += use(text, 6, i);
            free(text);

            char *printed = NULL;
            if (asprintf(&printed, "%d and %d", i, i) > 0)
                out[i] += use(printed, 6, i);
            free(printed);

            char *page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            out[i] += use(page, 8192, i);
            munmap(page, 8192);

            char *on_stack = alloca(100 + (size_t)i);
            out[i] += use(on_stack, 100 + (size_t)i, i);
        }
    }
    printf("%d\n", out[19]);
    return 0;
}
