/*
Tickets are drawn by an atomic capture, so that every number is drawn once and every seat has one
owner.
*/

#include <stdio.h>

int main(void) {
    int next = 0, seat[32] = {0};
#pragma omp parallel for
    for (int i = 0; i < 32; i++) {
        int ticket;
#pragma omp atomic capture
        ticket = next++;
        seat[ticket] = i;
    }
    printf("%d %d\n", next, seat[0]);
    return next != 32;
}
