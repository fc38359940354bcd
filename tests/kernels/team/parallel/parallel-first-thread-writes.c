// The first thread writes the setting inside the region in which the others read it.
//@ twin: parallel-first-thread-wrote.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int setting;

int main(void) {
#pragma omp parallel
    {
        if (omp_get_thread_num() == 0)
            setting = 1; //~ race r1 write
        else if (setting > 1) //~ race r1 read
            printf("%d\n", setting);
    }
    return 0;
}
