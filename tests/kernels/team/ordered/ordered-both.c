// The variable is written and read inside the ordered region of a dynamic loop.
//@ twin: ordered-behind.c
//@ guarantee: this input, for teams of up to 4 threads that share out loops as in this run
//@ options: team=4
#include <stdio.h>

int last;

int main(void) {
#pragma omp parallel for ordered schedule(dynamic)
    for (int i = 0; i < 32; i++) {
#pragma omp ordered
        {
            last += i;
            if (last < 0)
                puts("wrong");
        }
    }
    printf("%d\n", last);
    return 0;
}
