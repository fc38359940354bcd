// The threads begin with copies of the first thread's variable and write these; the copying is over before anybody
// writes.
//@ twin: threads-copyin-original.c
//@ options: team=4
#include <stdio.h>

int setting;
#pragma omp threadprivate(setting)

int main(void) {
    setting = 5;
#pragma omp parallel copyin(setting)
    {
        if (setting != 5)
            puts("wrong");
        setting = 6;
    }
    printf("%d\n", setting);
    return 0;
}
