// Tasks that share nothing and run the same code: how often, the compiler may count.
#include <stdio.h>

__attribute__((noinline)) static int classify(int value) {
    if (value % 3 == 0)
        return 3;
    return value % 2 == 0 ? 2 : 1;
}

int main(void) {
    int classes[16];
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 16; i++) {
#pragma omp task shared(classes)
        classes[i] = classify(i);
    }
    printf("%d\n", classes[5] + classes[6]);
    return 0;
}
