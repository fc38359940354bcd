/*
Every thread counts in its own copy of a global variable, which copyin has given the value of the
first thread.
*/

#include <stdio.h>

int counter = 0;
#pragma omp threadprivate(counter)

int main(void) {
    int sum = 0;
    counter = 10;
#pragma omp parallel copyin(counter) num_threads(4) reduction(+ : sum)
    {
        for (int i = 0; i < 5; i++)
            counter++;
        sum += counter;
    }
    printf("%d\n", sum);
    return sum != 60;
}
