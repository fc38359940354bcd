// Not instrumented: all that is heard comes from the library, and from the C++ library under it.
#include "fake_tool.h"

#include <malloc.h>

char *make_block(size_t size);
void destroy_block(char *block);

static size_t find(event_type type, uintptr_t address) {
    for (size_t i = 0; i < heard_count; i++) {
        if (heard[i].type == type && heard[i].address == address) {
            return i;
        }
    }
    return -1;
}

int main(void) {
    thread_state *state = attach_fake_tool();
    state->base = COVERING;
    listen_anew();
    char *block = make_block(12345);
    size_t size = malloc_usable_size(block);
    destroy_block(block);
    listening = false;

    size_t allocated = find(ALLOCATED, (uintptr_t)block);
    size_t written = find(ACCESS, (uintptr_t)block + 12344);
    size_t released = find(RELEASED, (uintptr_t)block);
    CHECK(allocated < written && written < released && released < heard_count);
    CHECK(heard[allocated].length == 12345 && heard[released].length == size);
    CHECK(heard[written].kind == (WRITE | 1));
    CHECK(heard[written].pc > (uintptr_t)make_block && heard[written].pc < (uintptr_t)make_block + 1000);
    CHECK(state->stack_top == state->stack_bottom);
    detach_fake_tool();
    return 0;
}
