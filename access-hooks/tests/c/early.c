// Instrumented: prints how many calls were known when the tool came, and how many are known in a function.
#include "fake_tool.h"

static thread_state *state;

static __attribute__((noinline)) size_t depth(void) { return state->stack_top - state->stack_bottom; }

static __attribute__((noinline)) void attach(void) { state = attach_fake_tool(); }

int main(void) {
    attach();
    size_t known = depth();
    detach_fake_tool();
    printf("%zu\n", known);
    return 0;
}
