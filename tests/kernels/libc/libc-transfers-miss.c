// Files are read and written, and another task writes the byte after the last one that is moved.
//@ twin: libc-transfers-hit.c
#include <stdio.h>
#include <string.h>
#include <unistd.h>

char buffer[5][64];

int main(void) {
    FILE *file = tmpfile();
    FILE *null = fopen("/dev/null", "w");
    if (!file || !null || fwrite("first\nsecond", 1, 12, file) != 12)
        return 1;
    rewind(file);
    int ends[2];
    if (pipe(ends) || write(ends[1], "four", 4) != 4)
        return 1;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            if (!fgets(buffer[0], 64, file))
                puts("no line");
            if (fread(buffer[1], 1, 64, file) != 6)
                puts("no rest");
            if (read(ends[0], buffer[2], 64) != 4)
                puts("no pipe");
            if (fwrite(buffer[3], 2, 8, null) != 8)
                puts("no out");
            fputs("text", null);
        }
#pragma omp task
        {
            buffer[0][7] = 1;
            buffer[1][6] = 1;
            buffer[2][4] = 1;
            buffer[3][16] = 1;
        }
    }
    return 0;
}
