// The data is inside of the structure, and copied with it.
//@ twin: capture-struct-shallow.c
#include <stdio.h>

struct message {
    int length;
    int data[4];
};

int out[2];

int main(void) {
    struct message message = {4, {0}};
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 2; i++) {
#pragma omp task firstprivate(message)
        {
            message.data[1] = i;
            out[i] = message.data[1];
        }
    }
    printf("%d\n", out[1]);
    return 0;
}
