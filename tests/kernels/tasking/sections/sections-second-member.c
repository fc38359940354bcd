// A structure and its second member overlap, but are two locations.
//@ twin: sections-first-member.c
//@ says: overlap, but have different start addresses
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
            s.second = 2; //~ race r1 write
        }
#pragma omp task depend(in : s.second)
        seen = s.second; //~ race r1 read
    }
    printf("%d %d\n", s.first, seen);
    return 0;
}
