/*
All iterations store into the variable whose value is wanted after the loop.
Data race pair: last@12:9:W vs. last@12:9:W
*/

#include <stdio.h>

int main(void) {
    int last = -1;
#pragma omp parallel for
    for (int i = 0; i < 50; i++)
        last = i * 2;
    printf("last = %d\n", last);
    return 0;
}
