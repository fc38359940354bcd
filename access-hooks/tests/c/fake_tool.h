// A tool that writes down what it is told, for tests of the hooks.
#pragma once

#include "contract.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    ACCESS,
    RANGE,
    ALLOCATED,
    RELEASED,
    RESIZED,
    UNDEFERRED_TASK,
    CONSTRUCT,
    UNSUPPORTED,
    FORKED,
    WANTS,
    LOCKED,
    UNLOCKED,
    GUARDS,
    FENCE,
    BLOCKS,
    DOACROSS,
    ITERATES,
    REDUCES,
    COPIES_END,
    PARTICIPATES,
} event_type;

typedef struct {
    event_type type;
    uintptr_t address, length, pc;
    uint32_t kind;
} event;

// What was heard while `listening`.
extern event heard[];
extern size_t heard_count;
extern bool listening;

// What `finish` does: the status it returns, if not negative. It prints what it is told.
extern int status_to_end_with;

// Maps the shadow memory (once) and attaches to the calling thread.
thread_state *attach_fake_tool(void);
void detach_fake_tool(void);

// Forgets what was heard, and listens.
void listen_anew(void);

// Calls `hook` with up to seven integer arguments. The call returns to `place_of_call`, and all of rdx:rax comes back.
unsigned __int128 call_hook(void *hook, ...);
extern const char place_of_call[];

#ifdef __cplusplus
}
#endif

#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            listening = false;                                                                                         \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                                    \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)

// As CHECK, with a word on what was at hand.
#define CHECK_FOR(what, condition)                                                                                     \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            listening = false;                                                                                         \
            fprintf(stderr, "%s:%d: not so for %s: %s\n", __FILE__, __LINE__, what, #condition);                       \
            abort();                                                                                                   \
        }                                                                                                              \
    } while (0)
