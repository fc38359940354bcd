/*
What one thread reads is handed to the private copies of all.
*/

#include <stdio.h>

int main(void) {
    int sum = 0;
#pragma omp parallel num_threads(4) reduction(+ : sum)
    {
        int key;
#pragma omp single copyprivate(key)
        key = 11;
        key += 1;
        sum += key;
    }
    printf("%d\n", sum);
    return sum != 48;
}
