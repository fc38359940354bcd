// Tasks call functions of a shared library. Those that `add` exclude each other, and no task of these races; with an
// argument, one looks for the end of the text that another one changes.
#include <stdio.h>

extern char text[16];
extern int total;
void add(void);
unsigned long length(void);
int first(void);

int main(int argc, char **argv) {
    unsigned long found = 0;
    (void)argv;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        add();
#pragma omp task
        add();
#pragma omp task if (argc > 1) shared(found)
        found = length();
        if (argc > 1)
            text[0] = 'S';
#pragma omp taskwait
    }
    printf("%d %lu %d\n", total, found, first());
    return 0;
}
