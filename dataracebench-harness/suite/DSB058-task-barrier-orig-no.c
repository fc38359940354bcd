/*
A barrier waits for every task of the region, so all threads see what the task wrote.
*/

#include <stdio.h>

int main(void) {
    int news = 0, wrong = 0;
#pragma omp parallel num_threads(4) reduction(+ : wrong)
    {
#pragma omp single nowait
        {
#pragma omp task shared(news)
            news = 1;
        }
#pragma omp barrier
        wrong += news != 1;
    }
    printf("wrong = %d\n", wrong);
    return wrong;
}
