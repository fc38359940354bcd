// Files are read and written, and another task writes the last byte that is moved.
//@ twin: libc-transfers-miss.c
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
            if (!fgets(buffer[0], 64, file)) //~ race line write
                puts("no line");
            if (fread(buffer[1], 1, 64, file) != 6) //~ race rest write
                puts("no rest");
            if (read(ends[0], buffer[2], 64) != 4) //~ race pipe write
                puts("no pipe");
            if (fwrite(buffer[3], 2, 8, null) != 8) //~ race out read
                puts("no out");
            fputs("text", null);
        }
#pragma omp task
        {
            buffer[0][6] = 1; //~ race line write
            buffer[1][5] = 1; //~ race rest write
            buffer[2][3] = 1; //~ race pipe write
            buffer[3][15] = 1; //~ race out write
        }
    }
    return 0;
}
