// Every thread adds its part of the loop to a copy; the copies are combined at the end.
//@ twin: reductions-for-missing.c
//@ guarantee: this input, for teams of up to 4 threads that share out loops as in this run
//@ options: team=4
#include <stdio.h>

int table[64], sum;

int main(void) {
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 64; i++) {
        table[i] = i;
        sum += i;
    }
    printf("%d %d\n", sum, table[63]);
    return sum != 2016;
}
