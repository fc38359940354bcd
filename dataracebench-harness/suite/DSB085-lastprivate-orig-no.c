/*
The value of the last iteration is handed out at the end of the loop.
*/

#include <stdio.h>

int main(void) {
    int last = -1;
#pragma omp parallel for lastprivate(last)
    for (int i = 0; i < 50; i++)
        last = i * 2;
    printf("last = %d\n", last);
    return last != 98;
}
