/*
The two adding tasks name what they read, but not the account that they change: they run at once,
and neither follows the opening nor precedes the reading of the account.
Data race pair: account@23:9:W vs. account@25:9:W
Data race pair: account@23:9:W vs. account@27:9:W
Data race pair: account@25:9:W vs. account@27:9:W
Data race pair: account@25:9:W vs. account@29:16:R
Data race pair: account@27:9:W vs. account@29:16:R
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
#pragma omp task depend(in : wage)
        account += wage;
#pragma omp task depend(in : gift)
        account += gift;
#pragma omp task depend(in : account)
        seen = account;
    }
    printf("seen = %d\n", seen);
    return 0;
}
