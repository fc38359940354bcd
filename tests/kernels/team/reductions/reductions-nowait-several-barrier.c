// Two loops reduce two variables each; the barrier of the second one waits for the combinations of both.
//@ twin: reductions-nowait-several.c
//@ options: team=4
//@ guarantee: this input, for teams of up to 4 threads that share out loops as in this run
#include <stdio.h>

int main(void) {
    int a = 0, b = 0, c = 0, d = 0;
#pragma omp parallel
    {
#pragma omp for reduction(+ : a, b) nowait
        for (int i = 0; i < 16; i++) {
            a += i;
            b += 2;
        }
#pragma omp for reduction(+ : c, d)
        for (int i = 0; i < 16; i++) {
            c += i;
            d += 2;
        }
#pragma omp master
        if (b < 0)
            puts("wrong");
    }
    printf("%d %d %d %d\n", a, b, c, d);
    return a + b + c + d != 304;
}
