// Parts of untied tasks run on several threads, because a critical region lets others have a turn. All tasks of a round
// write the same element.
//@ twin: untied-parts-after-critical.c
//@ options: team=4
#include <stdio.h>

int cell[4], count;

int main(void) {
#pragma omp parallel
#pragma omp single
#pragma omp task untied
    for (int round = 0; round < 500; round++) {
        for (int i = 0; i < 4; i++) {
#pragma omp task untied firstprivate(i)
            {
#pragma omp task
                {}
#pragma omp critical
                count++;
#pragma omp taskwait
                cell[0] = round; //~ race r1 write, race r1 write
            }
        }
#pragma omp taskwait
    }
    printf("%d %d\n", count, cell[0]);
    return 0;
}
