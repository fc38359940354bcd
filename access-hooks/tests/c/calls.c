// The shadow call stack.
#include "fake_tool.h"

#include <setjmp.h>
#include <string.h>

void __tsan_func_entry(void *);
void __tsan_func_exit(void);
void __detsan_enter(void);
void __detsan_leave(void);

static thread_state *state;

static size_t depth(void) { return state->stack_top - state->stack_bottom; }

static void entries_and_exits(void) {
    CHECK(depth() == 0 && state->stack_end - state->stack_bottom == 1 << 20);
    // There is an empty frame below, for those who do not ask.
    const frame *below = state->stack_bottom - 1;
    CHECK(below->call_pc == 0 && below->frame_address == 0 && below->clock == 0 && below->context == 0);
    // An exit of a function that was entered before the stack was there.
    __tsan_func_exit();
    CHECK(depth() == 0);
    state->clock = 0xfffffff0;
    __tsan_func_entry((void *)0x1111);
    state->clock++;
    __tsan_func_entry((void *)0x2222);
    CHECK(depth() == 2);
    const frame *frames = state->stack_bottom;
    CHECK(frames[0].call_pc == 0x1111 && frames[0].clock == 0xfffffff0 && frames[0].context == 0);
    CHECK(frames[1].call_pc == 0x2222 && frames[1].clock == 0xfffffff1 && frames[1].context == 0);
    CHECK(frames[1].frame_address == (uintptr_t)__builtin_frame_address(0));
    // What the tool wrote into a frame goes with it.
    state->stack_bottom[1].context = 5;
    __tsan_func_exit();
    __tsan_func_entry((void *)0x3333);
    CHECK(depth() == 2 && frames[1].call_pc == 0x3333 && frames[1].context == 0);
    __tsan_func_exit();
    __tsan_func_exit();
    CHECK(depth() == 0 && state->stack_overflow == 0);
}

static void overflow(void) {
    const size_t capacity = state->stack_end - state->stack_bottom;
    for (size_t i = 1; i <= capacity + 3; i++) {
        __tsan_func_entry((void *)i);
    }
    CHECK(depth() == capacity && state->stack_overflow == 3);
    CHECK(state->stack_end[-1].call_pc == capacity);
    // Every exit looks closer meanwhile.
    CHECK(state->exit_limit > state->stack_end);
    for (size_t i = capacity + 3; i > 0; i--) {
        CHECK(depth() == (i < capacity ? i : capacity));
        __tsan_func_exit();
    }
    CHECK(depth() == 0 && state->stack_overflow == 0 && state->exit_limit == state->told_limit);
}

// What functions call whose own code cannot push or pop.
static void in_line(void) {
    // The stack is empty, as for functions that were entered before it was there.
    __detsan_leave();
    CHECK(depth() == 0);
    // There is a frame that the function does not know of.
    __tsan_func_entry((void *)0x1111);
    __detsan_leave();
    CHECK(depth() == 0);
    // The stack is full.
    state->stack_top = state->stack_end;
    __detsan_enter();
    __detsan_enter();
    CHECK(state->stack_top == state->stack_end && state->stack_overflow == 2 && state->exit_limit > state->stack_end);
    __detsan_leave();
    __detsan_leave();
    CHECK(state->stack_top == state->stack_end && state->stack_overflow == 0 && state->exit_limit == state->told_limit);
    __detsan_leave();
    CHECK(state->stack_top == state->stack_end - 1);
    // There is none.
    state->stack_top = state->stack_bottom = state->stack_end = state->exit_limit = NULL;
    __detsan_enter();
    __detsan_leave();
    CHECK(!state->stack_top && state->stack_overflow == 0);
}

static void not_followed(void) {
    state->stack_top = state->stack_bottom = state->stack_end = NULL;
    __tsan_func_entry((void *)0x1111);
    __tsan_func_exit();
    CHECK(!state->stack_top && state->stack_overflow == 0);
}

static jmp_buf target;
static size_t depth_at_jump;

static __attribute__((noinline)) void descend(int levels) {
    __tsan_func_entry(__builtin_return_address(0));
    if (levels > 0) {
        descend(levels - 1);
    } else if (levels == 0) {
        depth_at_jump = depth();
        longjmp(target, 1);
    }
    __tsan_func_exit();
}

static void jumps(void) {
    __tsan_func_entry(__builtin_return_address(0));
    size_t before = depth();
    for (int levels = 0; levels < 10; levels++) {
        if (setjmp(target) == 0) {
            descend(levels);
        }
        CHECK(depth_at_jump == before + levels + 1);
        CHECK(depth() == before);
    }
    // What lies above the beginning of a task is not ours to pop.
    *state->stack_top++ = (frame){0};
    if (setjmp(target) == 0) {
        descend(3);
    }
    CHECK(depth() == before + 1);
    state->stack_top--;
    __tsan_func_exit();
    CHECK(depth() == 0);
}

int main(int count, char **arguments) {
    state = attach_fake_tool();
    static const struct {
        const char *name;
        void (*run)(void);
    } cases[] = {
        {"entries_and_exits", entries_and_exits},
        {"in_line", in_line},
        {"overflow", overflow},
        {"not_followed", not_followed},
        {"jumps", jumps},
    };
    for (size_t i = 0; count == 2 && i < sizeof cases / sizeof *cases; i++) {
        if (strcmp(arguments[1], cases[i].name) == 0) {
            cases[i].run();
            detach_fake_tool();
            return 0;
        }
    }
    return 2;
}
