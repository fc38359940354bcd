/*
All threads change the one step that the first thread had.
Data race pair: step@13:9:W vs. step@13:9:W
Data race pair: step@13:9:W vs. step@14:18:R
*/

#include <stdio.h>

int main(void) {
    int step = 3, out[8];
#pragma omp parallel for schedule(static, 1) num_threads(8)
    for (int i = 0; i < 8; i++) {
        step += i;
        out[i] = step;
    }
    printf("%d %d\n", step, out[0]);
    return 0;
}
