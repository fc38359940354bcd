// The condition holds, so there is a team.
//@ twin: parallel-if-false.c
//@ options: team=4
#include <stdio.h>

int count;

int main(int argc, char **argv) {
    (void)argv;
#pragma omp parallel if (argc > 0)
    count += 1; //~ race r1 write, race r1 write
    printf("%d\n", count);
    return 0;
}
