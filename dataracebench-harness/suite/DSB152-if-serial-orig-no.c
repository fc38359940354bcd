/*
The region is not parallel: its if clause is false for this length.
*/

#include <stdio.h>

int main(void) {
    int length = 20, sum = 0;
#pragma omp parallel for if (length > 1000)
    for (int i = 0; i < length; i++)
        sum += i;
    printf("%d\n", sum);
    return sum != 190;
}
