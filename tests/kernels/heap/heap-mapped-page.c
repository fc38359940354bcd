// Two tasks write one byte of a page from mmap.
//@ twin: heap-allocators.c
#include <stdio.h>
#include <sys/mman.h>

int main(void) {
    char *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        page[100] = 1; //~ race r1 write
#pragma omp task
        page[100] = 2; //~ race r1 write
    }
    printf("%d\n", page[100]);
    munmap(page, 4096);
    return 0;
}
