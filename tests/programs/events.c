// Detached tasks whose events are fulfilled twice, never, or by nobody who is left, and locks that nobody gives back: events <what>
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int x, y;
static omp_event_handle_t event;

static void *fulfill_late(void *argument) {
    usleep(50000);
    omp_fulfill_event(event);
    return argument;
}

static void *do_nothing(void *argument) {
    return argument;
}

// A detached task, and one that depends on it.
static void create(void) {
    omp_event_handle_t own = (omp_event_handle_t)0;
#pragma omp task detach(own) depend(out : x)
    x = 1;
    event = own;
#pragma omp task depend(in : x)
    y = x;
}

static void in_region(const char *what) {
    if (!strcmp(what, "twice")) {
        create();
        omp_fulfill_event(event);
        omp_fulfill_event(event);
    } else if (!strcmp(what, "twice-by-thread")) {
        pthread_t thread;
        create();
        omp_fulfill_event(event);
        pthread_create(&thread, NULL, fulfill_late, NULL);
        pthread_join(thread, NULL);
    } else if (!strcmp(what, "taskwait")) {
        create();
#pragma omp taskwait
    } else if (!strcmp(what, "taskgroup")) {
#pragma omp taskgroup
        create();
    } else if (!strcmp(what, "depend")) {
        create();
#pragma omp taskwait depend(in : x)
    } else if (!strcmp(what, "undeferred")) {
        create();
#pragma omp task if (0) depend(inout : x)
        x = 3;
    } else if (!strcmp(what, "nested")) {
#pragma omp task
        {
            create();
#pragma omp taskwait
        }
    } else if (!strcmp(what, "region")) {
        create();
    } else if (!strcmp(what, "race")) {
#pragma omp task
        y = 5;
        y = 6;
        create();
#pragma omp taskwait
    } else if (!strcmp(what, "ended-thread")) {
        pthread_t thread;
        pthread_create(&thread, NULL, do_nothing, NULL);
        pthread_join(thread, NULL);
        create();
#pragma omp taskwait
    } else if (!strcmp(what, "thread")) {
        pthread_t thread;
        create();
        pthread_create(&thread, NULL, fulfill_late, NULL);
#pragma omp taskwait
        pthread_join(thread, NULL);
    } else if (!strcmp(what, "task-in-wait")) {
        // The task that fulfils the event becomes ready in another region, and runs during the wait.
        omp_event_handle_t first = (omp_event_handle_t)0;
#pragma omp task detach(first) depend(out : y)
        y = 1;
        create();
#pragma omp task depend(in : y)
        omp_fulfill_event(event);
#pragma omp parallel num_threads(2)
#pragma omp single
        omp_fulfill_event(first);
#pragma omp taskwait
    } else if (!strcmp(what, "critical")) {
#pragma omp critical
        {
#pragma omp task
            {
#pragma omp critical
                x = 1;
            }
        }
    } else if (!strcmp(what, "lock")) {
        omp_lock_t lock;
        omp_init_lock(&lock);
        omp_set_lock(&lock);
#pragma omp task shared(lock)
        {
            omp_set_lock(&lock);
            omp_unset_lock(&lock);
        }
        omp_unset_lock(&lock);
    } else if (!strcmp(what, "lock-twice")) {
        omp_lock_t lock;
        omp_init_lock(&lock);
        omp_set_lock(&lock);
        omp_set_lock(&lock);
    } else if (!strcmp(what, "lock-again")) {
        // Given back in between, asked for only, or of a kind that may be taken again.
        omp_lock_t lock;
        omp_nest_lock_t nest_lock;
        omp_init_lock(&lock);
        omp_init_nest_lock(&nest_lock);
        omp_set_nest_lock(&nest_lock);
        for (int i = 0; i < 2; i++) {
            omp_set_lock(&lock);
            omp_set_nest_lock(&nest_lock);
            y = !omp_test_lock(&lock);
            omp_unset_lock(&lock);
        }
    } else if (!strcmp(what, "taskloop")) {
        create();
#pragma omp taskloop
        for (int i = 0; i < 4; i++)
            (void)i;
        omp_fulfill_event(event);
#pragma omp taskwait
    }
}

int main(int argc, char **argv) {
    const char *what = argc > 1 ? argv[1] : "";
    printf("started\n");
    if (!strcmp(what, "never")) {
        create();
    } else if (!strcmp(what, "barrier")) {
#pragma omp parallel
        {
#pragma omp master
            create();
#pragma omp barrier
        }
    } else {
#pragma omp parallel
#pragma omp master
        in_region(what);
    }
    printf("ended %d\n", y);
    return 3;
}
