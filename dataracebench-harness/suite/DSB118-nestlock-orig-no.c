/*
The nestable lock is taken again by the thread that has it; the object is used under the lock only.
*/

#include <omp.h>
#include <stdio.h>

struct account {
    int balance, moves;
    omp_nest_lock_t lock;
};

static void move(struct account *account) {
    omp_set_nest_lock(&account->lock);
    account->moves++;
    omp_unset_nest_lock(&account->lock);
}

static void pay(struct account *account, int amount) {
    omp_set_nest_lock(&account->lock);
    account->balance += amount;
    move(account);
    omp_unset_nest_lock(&account->lock);
}

int main(void) {
    struct account account = {0, 0, {0}};
    omp_init_nest_lock(&account.lock);
#pragma omp parallel num_threads(4)
    pay(&account, 5);
    omp_destroy_nest_lock(&account.lock);
    printf("%d %d\n", account.balance, account.moves);
    return account.balance != 20 || account.moves != 4;
}
