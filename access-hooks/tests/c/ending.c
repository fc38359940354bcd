// Ends in the way that is asked for: ending <how> <status> <status of the tool, or -1>. "unattached <how>" is without the
// tool.
#include "fake_tool.h"

#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

void __tsan_read4(void *);

static void handler(void) { fputs("handler ", stdout); }

// Forks, checks that the child is left alone, and returns the child's status.
static int child_status(void) {
    thread_state *state = attach_fake_tool();
    state->base = COVERING;
    listen_anew();
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        CHECK(heard_count == 1 && heard[0].type == FORKED);
        CHECK(state->base == 0);
        int variable = 0;
        __tsan_read4(&variable);
        free(malloc(10));
        CHECK(heard_count == 1);
        exit(7);
    }
    // The parent is checked as before.
    CHECK(heard_count == 0 && state->base == COVERING);
    int status;
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status));
    return WEXITSTATUS(status);
}

static int unattached_child_status(void) {
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        exit(7);
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status));
    return WEXITSTATUS(status);
}

// The child runs in our memory until it ends.
static int vfork_child_status(void) {
    pid_t child = vfork();
    if (child == 0) {
        _exit(8);
    }
    int status;
    CHECK(waitpid(child, &status, 0) == child && WIFEXITED(status));
    return WEXITSTATUS(status);
}

int main(int count, char **arguments) {
    if (count != 4) {
        return 2;
    }
    const char *how = arguments[1];
    int status = atoi(arguments[2]);
    status_to_end_with = atoi(arguments[3]);
    atexit(handler);
    static const char unattached[] = "unattached ";
    bool attaches = strncmp(how, unattached, strlen(unattached)) != 0;
    if (attaches) {
        attach_fake_tool();
    } else {
        how += strlen(unattached);
    }
    // Stays in the buffer until the end.
    fputs("printed ", stdout);

    if (strcmp(how, "return") == 0) {
        return status;
    } else if (strcmp(how, "exit") == 0) {
        exit(status);
    } else if (strcmp(how, "_exit") == 0) {
        _exit(status);
    } else if (strcmp(how, "_Exit") == 0) {
        _Exit(status);
    } else if (strcmp(how, "quick_exit") == 0) {
        quick_exit(status);
    } else if (strcmp(how, "detached") == 0) {
        detach_fake_tool();
        exit(status);
    } else if (strcmp(how, "fork") == 0) {
        fflush(stdout);
        return (attaches ? child_status() : unattached_child_status()) == 7 ? status : 3;
    } else if (strcmp(how, "vfork") == 0) {
        return vfork_child_status() == 8 ? status : 3;
    }
    return 2;
}

// Runs after the tool has been told of the end. Telling it again would be once too often.
static __attribute__((destructor)) void last(void) {
    if (getenv("LEAVE_IN_DESTRUCTOR")) {
        fflush(stdout);
        _exit(9);
    }
}
