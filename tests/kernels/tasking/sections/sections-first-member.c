// A structure and its first member have one address, so the clauses order the tasks, whichever member is read.
//@ twin: sections-second-member.c
#include <stdio.h>

struct {
    int first, second;
} s;
int seen;

int main(void) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : s)
        {
            s.first = 1;
            s.second = 2;
        }
#pragma omp task depend(in : s.first)
        seen = s.second;
    }
    printf("%d %d\n", s.first, seen);
    return 0;
}
