// Two tasks race in a library, and the main program prints what the library computes. With arguments the program opens
// the libraries of that name itself.
#include <dlfcn.h>
#include <stdio.h>

typedef long (*work)(long *a, long n, long step);
#ifndef OPENS
long pass_values_on(long *a, long n, long step);
#endif

long data[64];

static work find(char **names) {
#ifdef OPENS
    void *library = NULL;
    for (; *names; names++)
        if (!(library = dlopen(*names, RTLD_LAZY | RTLD_GLOBAL)))
            return NULL;
    return (work)dlsym(library, "pass_values_on");
#else
    (void)names;
    return pass_values_on;
#endif
}

int main(int argc, char **argv) {
    work work = find(argv + (argc > 0));
    if (!work) {
        puts(dlerror());
        return 1;
    }
    long first = 0, second = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task shared(first)
        first = work(data, 16, 2);
#pragma omp taskwait
#pragma omp task shared(second)
        second = work(data, 16, 2);
        data[2] = 7;
    }
    printf("%ld %ld\n", first, second);
    return 0;
}
