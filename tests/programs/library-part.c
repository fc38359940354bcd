// A shared library: what it calls in other libraries is modelled as in the executable.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

char text[16] = "some text";
int total;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t control = PTHREAD_ONCE_INIT;
static int step;

static void choose_step(void) { step = 2; }

void add(void) {
    pthread_once(&control, choose_step);
    pthread_mutex_lock(&lock);
    total += step;
    pthread_mutex_unlock(&lock);
}

size_t length(void) { return strlen(text); }

// The library has a function of this name, and calls that one.
int first(void) {
    unsigned seed = 3;
    return rand_r(&seed);
}
