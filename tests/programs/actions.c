// Asks for the actions of signals, and prints what it finds: it has to be what the program has set.
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static volatile sig_atomic_t one, other;

static void first(int signal) { one += signal; }
static void second(int signal, siginfo_t *info, void *context) { other += info->si_signo == signal && context != NULL; }

int main(void) {
    int x = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        x = 1;
    }
    struct sigaction before, action = {.sa_sigaction = second, .sa_flags = SA_SIGINFO | SA_RESETHAND};
    sigaction(SIGTERM, NULL, &before);
    printf("%d ", before.sa_handler != SIG_DFL);
    printf("%d ", signal(SIGUSR1, first) != SIG_DFL);
    printf("%d ", signal(SIGUSR1, first) == first);
    sigaction(SIGUSR1, &action, &before);
    printf("%d ", before.sa_handler == first && !(before.sa_flags & SA_SIGINFO));
    sigaction(SIGUSR1, NULL, &before);
    printf("%d ", before.sa_sigaction == second ? 2 : 0);
    printf("%d ", (before.sa_flags & SA_SIGINFO) | (before.sa_flags & (int)SA_RESETHAND ? 0 : 8));
    raise(SIGUSR1);
    // It was to run once.
    sigaction(SIGUSR1, NULL, &before);
    printf("%d ", before.sa_handler == SIG_DFL);
    signal(SIGUSR2, first);
    raise(SIGUSR2);
    raise(SIGUSR2);
    printf("%d ", one / SIGUSR2);
    printf("%d ", signal(SIGUSR2, SIG_IGN) != first);
    raise(SIGUSR2);
    printf("%d ", signal(0, first) == SIG_ERR ? 3 : 0);
    printf("%d\n", other);
    return x - 1;
}
