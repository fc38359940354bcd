// A loop whose iterations wait for each other.
#include <stdio.h>

int main(void) {
    int a[8] = {1};
#pragma omp parallel for ordered(1)
    for (int i = 1; i < 8; i++) {
#pragma omp ordered depend(sink : i - 1)
        a[i] = a[i - 1] + 1;
#pragma omp ordered depend(source)
    }
    printf("a[7] = %d\n", a[7]);
    return 0;
}
