// Is too long for DetSan, which is told here that it has few numbers: long race|clean. Two tasks race or not, and many others follow,
// with dependences, taskwaits, barriers and locks.
#include <stdio.h>
#include <string.h>

enum { ROUNDS = 300, TASKS = 64 };

unsigned __detsan_test_numbers = 20000;
int x, y, sum, total;
int numbers[TASKS];

int main(int argc, char **argv) {
    int *other = argc > 1 && strcmp(argv[1], "race") == 0 ? &x : &y;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        x = 1;
#pragma omp task
        *other = 2;
    }
    for (int round = 0; round < ROUNDS; round++) {
#pragma omp parallel
        {
#pragma omp single
            {
                for (int i = 0; i < TASKS; i++) {
#pragma omp task depend(inout : numbers[i % 8])
                    numbers[i % 8]++;
                }
#pragma omp taskwait
                for (int i = 0; i < 4; i++) {
#pragma omp task
#pragma omp critical
                    sum++;
                }
            }
#pragma omp for
            for (int i = 0; i < 4; i++) {
#pragma omp atomic
                total++;
            }
        }
    }
    int first = 0;
    for (int i = 0; i < 8; i++)
        first += numbers[i];
    printf("%d %d %d\n", first, sum, total);
    return 3;
}
