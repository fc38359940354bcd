// What is handed to all threads is a value, and all write their own copies of it.
//@ twin: singles-copyprivate-pointer.c
//@ options: team=4
#include <stdio.h>

int main(void) {
#pragma omp parallel
    {
        int value;
#pragma omp single copyprivate(value)
        value = 1;
        value += 1;
        if (value != 2)
            puts("wrong");
    }
    return 0;
}
