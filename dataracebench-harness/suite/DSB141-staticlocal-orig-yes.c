/*
A static local variable is one for all threads that call the function.
Data race pair: state@11:5:W vs. state@11:5:W
Data race pair: state@11:5:W vs. state@12:12:R
*/

#include <stdio.h>

static int draw(void) {
    static int state = 1;
    state = (state * 37 + 11) % 101;
    return state;
}

int main(void) {
    int most = 0;
#pragma omp parallel for reduction(max : most) num_threads(4)
    for (int i = 0; i < 16; i++) {
        int drawn = draw();
        most = drawn > most ? drawn : most;
    }
    printf("%d\n", most);
    return 0;
}
