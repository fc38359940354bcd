// The threads begin with copies of the first thread's variable, and all write through a pointer to the original.
//@ twin: threads-copyin.c
//@ options: team=4
#include <stdio.h>

int setting, *original;
#pragma omp threadprivate(setting)

int main(void) {
    setting = 5;
    original = &setting;
#pragma omp parallel copyin(setting)
    *original = 6; //~ race r1 write, race r1 write
    printf("%d\n", setting);
    return 0;
}
