// The C library allocates and frees for the program, and for itself: copies of strings, lines of a file, buffers of streams.
//@ twin: free-library-line.c
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t lengths[20];

int main(void) {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 20; i++) {
#pragma omp task
        {
            char *copy = strdup("some text"), *text = NULL, *line = NULL;
            copy[0] = 'S';
            if (asprintf(&text, "%s %d\n", copy, i) < 0)
                abort();
            FILE *file = fmemopen(text, strlen(text), "r");
            size_t size = 0;
            while (getline(&line, &size, file) > 0)
                lengths[i] += line[0] == 'S';
            fclose(file);
            FILE *null = fopen("/dev/null", "w");
            fprintf(null, "%s", text);
            fclose(null);
            char *memory = NULL;
            FILE *stream = open_memstream(&memory, &size);
            for (int k = 0; k < 1000; k++)
                fprintf(stream, "%d ", k);
            fclose(stream);
            lengths[i] += memory[size - 2] == '9';
            free(memory);
            free(line);
            free(text);
            free(copy);
        }
    }
    printf("%zu %zu\n", lengths[0], lengths[19]);
    return 0;
}
