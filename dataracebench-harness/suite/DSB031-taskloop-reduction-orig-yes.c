/*
The tasks of the loop add to one sum without a reduction clause.
Data race pair: sum@15:13:W vs. sum@15:13:W
*/

#include <stdio.h>

int main(void) {
    int sum = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop num_tasks(4)
        for (int i = 1; i <= 40; i++)
            sum += i;
    }
    printf("sum = %d\n", sum);
    return 0;
}
