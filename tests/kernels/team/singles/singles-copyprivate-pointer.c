// What is handed to all threads is a pointer, and all write where it leads.
//@ twin: singles-copyprivate.c
//@ options: team=4
#include <stdio.h>

int cell;

int main(void) {
#pragma omp parallel
    {
        int *place;
#pragma omp single copyprivate(place)
        place = &cell;
        *place = 1; //~ race r1 write, race r1 write
    }
    printf("%d\n", cell);
    return 0;
}
