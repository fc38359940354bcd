// printf and its relatives read a string and write one, and another task writes the byte after the last one that they touch.
//@ twin: libc-formats-hit.c
#include <stdarg.h>
#include <stdio.h>

char to[5][64];
char name[3][32];
double half = 0.5;
volatile size_t six = 6;

static void print(char *to, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsprintf(to, format, arguments);
    va_end(arguments);
}

int main(int argc, char **argv) {
    for (int i = 0; i < 3; i++)
        snprintf(name[i], sizeof name[i], "name%.0s", argv[0]);
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        {
            // Nine characters and the null byte.
            sprintf(to[0], "%4d %.2f", argc, half);
            snprintf(to[1], six, "%4d %.2f", argc, half);
            print(to[2], "%4d %.2f", argc, half);
            // More numbers than registers, then texts.
            const double d = half;
            const long double l = half;
            fprintf(stderr, "%d%d%d%d%f%f%f%f%f%f%f%f%f%Lf%s\n", 1, 2, 3, 4, d, d, d, d, d, d, d, d, d, l, name[0]);
            fprintf(stderr, "%*d%.*s\n", 3, argc, 2, name[1]);
            printf("%s!\n", name[2]);
        }
#pragma omp task
        {
            to[0][10] = 0;
            to[1][6] = 0;
            to[2][10] = 0;
            name[0][5] = 0;
            name[1][2] = 0;
            name[2][5] = 0;
        }
    }
    return 0;
}
