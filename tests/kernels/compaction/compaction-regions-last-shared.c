// Region after region. In the last one, the threads write to one place.
//@ twin: compaction-regions.c
//@ args: 750
//@ recorded-args: 5
//@ options: team=4
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

int place[64], elements[64][20];

int main(int argc, char **argv) {
    int regions = argc > 1 ? atoi(argv[1]) : 1;
    for (int region = 0; region < regions; region++) {
#pragma omp parallel
        {
            int me = omp_get_thread_num();
            int mine = region + 1 < regions ? me : 0;
            for (int i = 0; i < 20; i++) {
#pragma omp task
                elements[me][i] = region;
            }
            place[mine] = region; //~ race r1 write, race r1 write
        }
    }
    printf("%d %d\n", place[0], elements[0][0]);
    return 0;
}
