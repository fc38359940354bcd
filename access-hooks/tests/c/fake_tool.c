#include "fake_tool.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { CAPACITY = 4096 };

event heard[CAPACITY];
size_t heard_count;
bool listening;
int status_to_end_with = -1;

// Field by field: the assignment of a structure may be a call of memset or memcpy, and those are told as well. (A real
// tool is a shared library, whose calls do not pass through the hooks.) Not for several threads at once.
static void hear(event_type type, uintptr_t address, uintptr_t length, uint32_t kind, uintptr_t pc) {
    // A real tool makes system calls, which leave their traces.
    errno = EDOM;
    if (!listening) {
        return;
    }
    if (heard_count == CAPACITY) {
        abort();
    }
    event *next = &heard[heard_count++];
    next->type = type;
    next->address = address;
    next->length = length;
    next->kind = kind;
    next->pc = pc;
}

static void on_access(uintptr_t address, uint32_t kind, uintptr_t pc) { hear(ACCESS, address, 0, kind, pc); }

static void on_range(uintptr_t address, uintptr_t length, uint32_t kind, uintptr_t pc) {
    hear(RANGE, address, length, kind, pc);
}

static void on_allocated(uintptr_t address, uintptr_t length, uintptr_t pc) {
    hear(ALLOCATED, address, length, 0, pc);
}

static void on_released(uintptr_t address, uintptr_t length, uintptr_t pc) { hear(RELEASED, address, length, 0, pc); }

static void on_resized(uintptr_t address, uintptr_t length, uintptr_t pc) { hear(RESIZED, address, length, 0, pc); }

static void on_undeferred_task(void) { hear(UNDEFERRED_TASK, 0, 0, 0, 0); }

static void on_construct(uintptr_t pc, uintptr_t reduction) { hear(CONSTRUCT, reduction, 0, 0, pc); }

static void on_unsupported(const char *what) { hear(UNSUPPORTED, (uintptr_t)what, 0, 0, 0); }

static void on_wants(uintptr_t address) { hear(WANTS, address, 0, 0, 0); }

static void on_locked(uintptr_t address, uint32_t sharing) { hear(LOCKED, address, 0, sharing, 0); }

static void on_unlocked(uintptr_t address) { hear(UNLOCKED, address, 0, 0, 0); }

static void on_guards(uintptr_t guard, uint32_t guarding) { hear(GUARDS, guard, 0, guarding, 0); }

static void on_fence(void) { hear(FENCE, 0, 0, 0, 0); }

static void on_blocks(uint32_t blocking) { hear(BLOCKS, 0, 0, blocking, 0); }

static void on_doacross(const void *dimensions, uintptr_t count) { hear(DOACROSS, (uintptr_t)dimensions, count, 0, 0); }

static void on_iterates(uint32_t iteration, const int64_t *coordinates, uintptr_t pc) {
    hear(ITERATES, (uintptr_t)coordinates, 0, iteration, pc);
}

static void on_copies_end(void) { hear(COPIES_END, 0, 0, 0, 0); }

static void on_reduces(uintptr_t address, uintptr_t size) { hear(REDUCES, address, size, 0, 0); }

static void on_participates(uintptr_t original, uintptr_t copy, uintptr_t pc) {
    hear(PARTICIPATES, original, copy, 0, pc);
}

// What these tell is of no interest to the tests.
static void on_body(uintptr_t code) { (void)code; }

static void on_unmarked_callee(uintptr_t callee) { (void)callee; }

static void on_has_forked(void) {}

static void on_replaced(void) {}

static bool on_is_inside(bool is_adopted) { return is_adopted && 0; }
static void on_waits_for_signal(bool waits) { (void)waits; }
static void on_left(void) {}
static void on_last_words(int signal) { (void)signal; }

static void on_forked(void) { hear(FORKED, 0, 0, 0, 0); }

static int32_t on_finish(uint32_t ending, int32_t status) {
    char line[64];
    const char *how = ending == ENDING_EXIT ? "exit" : ending == ENDING_FAST_EXIT ? "fast exit" : "?";
    int length = snprintf(line, sizeof line, "finish: %s, %d\n", how, status);
    if (write(STDERR_FILENO, line, length) != length) {
        abort();
    }
    return status_to_end_with >= 0 ? status_to_end_with : status;
}

static const tool_callbacks callbacks = {
    .access = on_access,
    .range = on_range,
    .allocated = on_allocated,
    .released = on_released,
    .resized = on_resized,
    .undeferred_task = on_undeferred_task,
    .construct = on_construct,
    .body = on_body,
    .unmarked_callee = on_unmarked_callee,
    .unsupported = on_unsupported,
    .finish = on_finish,
    .forked = on_forked,
    .has_forked = on_has_forked,
    .replaced = on_replaced,
    .is_inside = on_is_inside,
    .waits_for_signal = on_waits_for_signal,
    .left = on_left,
    .last_words = on_last_words,
    .wants = on_wants,
    .locked = on_locked,
    .unlocked = on_unlocked,
    .guards = on_guards,
    .fence = on_fence,
    .blocks = on_blocks,
    .doacross = on_doacross,
    .iterates = on_iterates,
    .reduces = on_reduces,
    .copies_end = on_copies_end,
    .participates = on_participates,
};

thread_state *attach_fake_tool(void) {
    static void *shadow;
    if (!shadow) {
        shadow = mmap((void *)SHADOW_BASE, SHADOW_SIZE, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
        if (shadow != (void *)SHADOW_BASE) {
            perror("cannot map the shadow memory");
            abort();
        }
    }
    thread_state *state = __detsan_attach(ABI_VERSION, &callbacks);
    CHECK(state);
    return state;
}

void detach_fake_tool(void) { CHECK(!__detsan_attach(ABI_VERSION, NULL)); }

void listen_anew(void) {
    heard_count = 0;
    listening = true;
}

// Arguments move down by one. Pushing the last one also aligns the stack.
__asm__(".text\n"
        ".globl call_hook\n"
        ".type call_hook, @function\n"
        "call_hook:\n"
        "  movq %rdi, %rax\n"
        "  movq %rsi, %rdi\n"
        "  movq %rdx, %rsi\n"
        "  movq %rcx, %rdx\n"
        "  movq %r8, %rcx\n"
        "  movq %r9, %r8\n"
        "  movq 8(%rsp), %r9\n"
        "  pushq 16(%rsp)\n"
        "  call *%rax\n"
        ".globl place_of_call\n"
        "place_of_call:\n"
        "  popq %rcx\n"
        "  ret\n"
        ".size call_hook, . - call_hook\n");
