// printf and its relatives read a string and write one, and another task writes the last byte that they touch.
//@ twin: libc-formats-miss.c
#include <stdarg.h>
#include <stdio.h>

char to[5][64];
char name[3][32];
double half = 0.5;
volatile size_t six = 6;

static void print(char *to, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsprintf(to, format, arguments); //~ race passed write
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
            sprintf(to[0], "%4d %.2f", argc, half);                //~ race print write
            snprintf(to[1], six, "%4d %.2f", argc, half);            //~ race room write
            print(to[2], "%4d %.2f", argc, half);
            // More numbers than registers, then texts.
            const double d = half;
            const long double l = half;
            fprintf(stderr, "%d%d%d%d%f%f%f%f%f%f%f%f%f%Lf%s\n", 1, 2, 3, 4, d, d, d, d, d, d, d, d, d, l, name[0]); //~ race stack read
            fprintf(stderr, "%*d%.*s\n", 3, argc, 2, name[1]);     //~ race precision read
            printf("%s!\n", name[2]);                              //~ race text read
        }
#pragma omp task
        {
            to[0][9] = 0; //~ race print write
            to[1][5] = 0; //~ race room write
            to[2][9] = 0; //~ race passed write
            name[0][4] = 0; //~ race stack write
            name[1][1] = 0; //~ race precision write
            name[2][4] = 0; //~ race text write
        }
    }
    return 0;
}
