/*
One thread creates a task and leaves. The others read what the task writes without a barrier
between.
Data race pair: news@16:13:W vs. news@18:20:R
*/

#include <stdio.h>

int main(void) {
    int news = 0;
#pragma omp parallel num_threads(4)
    {
#pragma omp single nowait
        {
#pragma omp task shared(news)
            news = 1;
        }
        int seen = news;
        if (seen < 0)
            printf("%d\n", seen);
    }
    printf("news = %d\n", news);
    return 0;
}
