// A structure is copied member by member: its pointer leads to the same buffer in every task.
//@ twin: capture-struct-inline.c
#include <stdio.h>
#include <stdlib.h>

struct message {
    int length;
    int *data;
};

int main(void) {
    struct message message = {4, calloc(4, sizeof(int))};
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 2; i++) {
#pragma omp task firstprivate(message)
        message.data[1] = i; //~ race r1 write, race r1 write
    }
    printf("%d\n", message.data[1]);
    free(message.data);
    return 0;
}
