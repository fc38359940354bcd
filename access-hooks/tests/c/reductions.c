// Task reductions: what is reduced, and who takes part.
#include "fake_tool.h"

typedef struct {
    void *shared, *original;
    size_t size;
    void *initialize, *finalize, *combine;
    unsigned flags;
} taskred_item;

typedef struct {
    void *shared;
    size_t size;
    void *initialize, *finalize, *combine;
    unsigned flags;
} task_reduction_item;

void *__kmpc_taskred_init(int thread, int count, void *items);
void *__kmpc_task_reduction_init(int thread, int count, void *items);
void *__kmpc_taskred_modifier_init(void *location, int thread, int workshare, int count, void *items);
void *__kmpc_task_reduction_modifier_init(void *location, int thread, int workshare, int count, void *items);
void __kmpc_task_reduction_modifier_fini(void *location, int thread, int workshare);
void *__kmpc_task_reduction_get_th_data(int thread, void *group, void *item);
void GOMP_task_reduction_remap(size_t count, size_t originals, void **pointers);

extern void *caller;
extern uintptr_t arguments_seen[7];
extern char copies[64];

static int x;
static double y[3];

static bool told(size_t i, event_type type, void *address, uintptr_t length, uintptr_t pc) {
    const event *e = &heard[i];
    return i < heard_count && e->type == type && e->address == (uintptr_t)address && e->length == length && e->pc == pc;
}

static bool seen(uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t e) {
    const uintptr_t expected[] = {a, b, c, d, e};
    for (int i = 0; i < 5; i++) {
        if (arguments_seen[i] != expected[i]) {
            return false;
        }
    }
    return true;
}

static void check_init(void *init, void *items) {
    listen_anew();
    uintptr_t group = (uintptr_t)call_hook(init, 5L, 2L, items, 14L, 15L, 16L, 17L);
    listening = false;
    CHECK(group == 99 && caller == place_of_call && seen(5, 2, (uintptr_t)items, 14, 15));
    CHECK(heard_count == 2 && told(0, REDUCES, &x, sizeof x, 0) && told(1, REDUCES, y, sizeof y, 0));
}

static void check_modifier_init(void *init, void *items) {
    const uintptr_t here = (uintptr_t)place_of_call;
    listen_anew();
    uintptr_t group = (uintptr_t)call_hook(init, 11L, 5L, 1L, 2L, items);
    listening = false;
    CHECK(group == 99 && seen(11, 5, 1, 2, (uintptr_t)items));
    CHECK(heard_count == 4 && told(0, REDUCES, &x, sizeof x, 0) && told(1, REDUCES, y, sizeof y, 0));
    CHECK(told(2, PARTICIPATES, &x, (uintptr_t)&x, here) && told(3, PARTICIPATES, y, (uintptr_t)y, here));
}

int main(void) {
    const uintptr_t here = (uintptr_t)place_of_call;
    taskred_item items[] = {{.shared = &x, .size = sizeof x}, {.shared = y, .size = sizeof y}};
    task_reduction_item old_items[] = {{.shared = &x, .size = sizeof x}, {.shared = y, .size = sizeof y}};
    attach_fake_tool();
    check_init(__kmpc_taskred_init, items);
    check_init(__kmpc_task_reduction_init, old_items);
    check_modifier_init(__kmpc_taskred_modifier_init, items);
    check_modifier_init(__kmpc_task_reduction_modifier_init, old_items);

    listen_anew();
    char *copy = (char *)(uintptr_t)call_hook(__kmpc_task_reduction_get_th_data, 5L, 77L, y);
    listening = false;
    CHECK(copy == copies + 1 && heard_count == 1 && told(0, PARTICIPATES, y, (uintptr_t)copy, here));

    listen_anew();
    call_hook(__kmpc_task_reduction_modifier_fini, 11L, 5L, 1L, 14L, 15L);
    listening = false;
    CHECK(heard_count == 1 && told(0, COPIES_END, NULL, 0, 0));
    CHECK(caller == place_of_call && seen(11, 5, 1, 14, 15));

    // The originals of the first two are asked back.
    void *pointers[] = {&x, y, y, NULL, NULL};
    listen_anew();
    call_hook(GOMP_task_reduction_remap, 3L, 2L, pointers);
    listening = false;
    CHECK(pointers[0] == copies && pointers[1] == copies + 1 && pointers[2] == copies + 2);
    CHECK(pointers[3] == &x && pointers[4] == y);
    CHECK(heard_count == 3 && told(0, PARTICIPATES, &x, (uintptr_t)copies, here));
    CHECK(told(1, PARTICIPATES, y, (uintptr_t)(copies + 1), here));
    CHECK(told(2, PARTICIPATES, y, (uintptr_t)(copies + 2), here));

    detach_fake_tool();
    listen_anew();
    CHECK(__kmpc_taskred_init(5, 2, items) && __kmpc_taskred_modifier_init(NULL, 5, 1, 2, items));
    __kmpc_task_reduction_modifier_fini(NULL, 6, 1);
    listening = false;
    CHECK(heard_count == 0 && arguments_seen[1] == 6);
    return 0;
}
