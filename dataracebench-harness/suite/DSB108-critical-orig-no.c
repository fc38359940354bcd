/*
Every use of the total is inside a critical region.
*/

#include <stdio.h>

int main(void) {
    int total = 0, most = 0;
#pragma omp parallel num_threads(4)
    {
#pragma omp critical
        {
            total += 2;
            if (total > most)
                most = total;
        }
    }
    printf("%d %d\n", total, most);
    return total != 8 || most != 8;
}
