// Opens a library in C++, for itself alone. No library of the program's own defines what guards a static variable there.
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv) {
    void *library = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
    int (*guarded)(void) = library ? (int (*)(void))dlsym(library, "guarded") : NULL;
    if (!guarded) {
        puts(dlerror());
        return 1;
    }
    int value = 0;
#pragma omp parallel
#pragma omp single
#pragma omp task shared(value)
    value = guarded();
    printf("%d\n", value);
    return 0;
}
