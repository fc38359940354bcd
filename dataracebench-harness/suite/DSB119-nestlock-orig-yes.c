/*
One function takes the nestable lock, the other is called without it and changes the same member.
Data race pair: account->moves@17:5:W vs. account.moves@29:9:W
*/

#include <omp.h>
#include <stdio.h>

struct account {
    int balance, moves;
    omp_nest_lock_t lock;
};

static void pay(struct account *account, int amount) {
    omp_set_nest_lock(&account->lock);
    account->balance += amount;
    account->moves++;
    omp_unset_nest_lock(&account->lock);
}

int main(void) {
    struct account account = {0, 0, {0}};
    omp_init_nest_lock(&account.lock);
#pragma omp parallel sections num_threads(2)
    {
#pragma omp section
        pay(&account, 5);
#pragma omp section
        account.moves = 1;
    }
    omp_destroy_nest_lock(&account.lock);
    printf("%d %d\n", account.balance, account.moves);
    return 0;
}
