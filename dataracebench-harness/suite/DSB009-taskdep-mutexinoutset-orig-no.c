/*
Two tasks add to an account in any order, but never at once, as mutexinoutset says. Who reads the
account follows both.
*/

#include <stdio.h>

int main(void) {
    int account = 0, wage = 0, gift = 0, seen = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : wage)
        wage = 30;
#pragma omp task depend(out : gift)
        gift = 12;
#pragma omp task depend(out : account)
        account = 100;
#pragma omp task depend(in : wage) depend(mutexinoutset : account)
        account += wage;
#pragma omp task depend(in : gift) depend(mutexinoutset : account)
        account += gift;
#pragma omp task depend(in : account)
        seen = account;
    }
    printf("seen = %d\n", seen);
    return seen != 142;
}
