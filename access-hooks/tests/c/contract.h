// The contract between hooks and tool (crate detsan-hook-abi) in C. Constants come from the command line.
#pragma once

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    uintptr_t call_pc;
    uintptr_t frame_address;
    uint32_t clock;
    uint32_t context;
} frame;

typedef struct {
    uint32_t base;
    uint32_t clock;
    frame *stack_top;
    frame *stack_end;
    frame *stack_bottom;
    uint32_t stack_overflow;
    uint32_t progress;
    uintptr_t fresh_start;
    uintptr_t fresh_length;
    frame *exit_limit;
    uint64_t step;
    struct shortcuts *shortcuts;
    uintptr_t stack_low;
    uintptr_t low_water;
    uint64_t shortened;
    frame *told_limit;
    uint32_t settled_below, settled_since;
    uint32_t recent_low, recent_length;
    uint64_t call_weight;
} __attribute__((aligned(64))) thread_state;

typedef struct {
    uint64_t before;
    uint64_t after;
    uint64_t key;
} __attribute__((aligned(32))) shortcut;

typedef struct {
    uintptr_t pc;
    uint32_t caller;
    uint32_t context;
} known_call;

typedef struct {
    uintptr_t checked, visitor, waiting;
} tool_door;

typedef struct {
    uint32_t low[INTERVAL_COUNT], length[INTERVAL_COUNT];
} __attribute__((aligned(64))) known_past;

typedef struct {
    uintptr_t pc;
    uint32_t context, site, id;
} __attribute__((aligned(32))) known_place;

typedef struct {
    uint64_t step;
    const tool_door *door;
    const known_past *past;
    uint32_t next;
    uintptr_t pending_count;
    struct {
        uint32_t first, rest;
    } pending[PENDING_COUNT];
    const struct {
        uint32_t first, second, tag;
    } *entries;
    known_place places[PLACE_COUNT];
    const uint64_t (*splits)[4];
    uintptr_t split_count;
    uintptr_t pending_split_count;
    uint64_t pending_splits[PENDING_SPLIT_COUNT][4];
    uint32_t recent_splits[RECENT_SPLIT_COUNT];
} settlement;

typedef struct shortcuts {
    shortcut shortcuts[SHORTCUT_COUNT];
    uintptr_t pieces[PIECE_COUNT];
    known_call calls[CALL_COUNT];
    settlement settling;
} shortcuts;

typedef struct {
    uint32_t writers;
    uint32_t readers;
} cell;

typedef struct {
    uintptr_t address;
    uintptr_t length;
    uint8_t kind;
} depend_item;

typedef struct {
    depend_item *items;
    uintptr_t count;
    depend_item *more;
    uintptr_t more_count;
} depend_items;

typedef struct {
    void (*access)(uintptr_t address, uint32_t kind, uintptr_t pc);
    void (*range)(uintptr_t address, uintptr_t length, uint32_t kind, uintptr_t pc);
    void (*allocated)(uintptr_t address, uintptr_t length, uintptr_t pc);
    void (*released)(uintptr_t address, uintptr_t length, uintptr_t pc);
    void (*resized)(uintptr_t address, uintptr_t length, uintptr_t pc);
    void (*undeferred_task)(void);
    void (*construct)(uintptr_t pc, uintptr_t reduction);
    void (*body)(uintptr_t code);
    void (*unmarked_callee)(uintptr_t callee);
    void (*unsupported)(const char *what);
    int32_t (*finish)(uint32_t ending, int32_t status);
    void (*forked)(void);
    void (*has_forked)(void);
    void (*replaced)(void);
    bool (*is_inside)(bool is_adopted);
    void (*waits_for_signal)(bool waits);
    void (*left)(void);
    void (*last_words)(int signal);
    void (*depends)(const depend_items *items);
    uint32_t (*taskwait_depends)(const depend_items *items, uint32_t nowait, uintptr_t pc);
    void (*taskloop)(uintptr_t pattern, uint32_t deferred, uintptr_t pc);
    void (*event)(uintptr_t task, uintptr_t event);
    uint32_t (*fulfill)(uintptr_t event, uintptr_t pc);
    void (*thread_starts)(void);
    void (*thread_started)(uintptr_t thread);
    void (*frame_exit)(void);
    void (*wants)(uintptr_t address);
    void (*locked)(uintptr_t address, uint32_t sharing);
    void (*unlocked)(uintptr_t address);
    void (*guards)(uintptr_t guard, uint32_t guarding);
    void (*fence)(void);
    void (*blocks)(uint32_t blocking);
    void (*doacross)(const void *dimensions, uintptr_t count);
    void (*iterates)(uint32_t iteration, const int64_t *coordinates, uintptr_t pc);
    void (*reduces)(uintptr_t address, uintptr_t size);
    void (*copies_end)(void);
    void (*participates)(uintptr_t original, uintptr_t copy, uintptr_t pc);
} tool_callbacks;

#ifdef __cplusplus
extern "C" {

#endif

thread_state *__detsan_attach(uint32_t version, const tool_callbacks *callbacks);

typedef void visit_block(void *data, uintptr_t address, uintptr_t length, uintptr_t pc, const uintptr_t *calls,
                         uintptr_t count);
void __detsan_early_blocks(visit_block *visit, void *data);

#ifdef __cplusplus
}
#endif

static_assert(sizeof(tool_callbacks) == TOOL_CALLBACKS_SIZE, "");
static_assert(sizeof(frame) == FRAME_SIZE, "");
static_assert(sizeof(thread_state) == THREAD_STATE_SIZE, "");
static_assert(offsetof(thread_state, clock) == OFFSET_CLOCK, "");
static_assert(offsetof(thread_state, stack_top) == OFFSET_STACK_TOP, "");
static_assert(offsetof(thread_state, stack_end) == OFFSET_STACK_END, "");
static_assert(offsetof(thread_state, stack_bottom) == OFFSET_STACK_BOTTOM, "");
static_assert(offsetof(thread_state, stack_overflow) == OFFSET_STACK_OVERFLOW, "");
static_assert(offsetof(thread_state, exit_limit) == OFFSET_EXIT_LIMIT, "");
static_assert(offsetof(thread_state, told_limit) == OFFSET_TOLD_LIMIT, "");
static_assert(offsetof(thread_state, step) == OFFSET_STEP, "");
static_assert(offsetof(thread_state, shortcuts) == OFFSET_SHORTCUTS, "");
static_assert(offsetof(thread_state, stack_low) == OFFSET_STACK_LOW, "");
static_assert(offsetof(thread_state, low_water) == OFFSET_LOW_WATER, "");
static_assert(offsetof(thread_state, settled_below) == OFFSET_SETTLED_BELOW, "");
static_assert(offsetof(thread_state, settled_since) == OFFSET_SETTLED_SINCE, "");
static_assert(offsetof(thread_state, recent_low) == OFFSET_RECENT_LOW, "");
static_assert(offsetof(thread_state, recent_length) == OFFSET_RECENT_LENGTH, "");
static_assert(offsetof(thread_state, shortened) == OFFSET_SHORTENED, "");
static_assert(sizeof(shortcut) == SHORTCUT_SIZE, "");
static_assert(offsetof(shortcut, after) == SHORTCUT_AFTER, "");
static_assert(offsetof(shortcut, key) == SHORTCUT_KEY, "");
static_assert(sizeof(known_call) == KNOWN_CALL_SIZE, "");
static_assert(sizeof(shortcuts) == SHORTCUTS_SIZE, "");
static_assert(offsetof(shortcuts, pieces) == OFFSET_PIECES, "");
static_assert(offsetof(shortcuts, calls) == OFFSET_CALLS, "");
static_assert(offsetof(shortcuts, settling) == OFFSET_SETTLING, "");
static_assert(sizeof(settlement) == SETTLING_SIZE, "");
static_assert(sizeof(known_past) == PAST_SIZE, "");
static_assert(offsetof(settlement, next) == OFFSET_NEXT, "");

static inline cell *cell_of(const volatile void *address) {
    uintptr_t low = (uintptr_t)address & ((1UL << SHADOW_ADDRESS_BITS) - 1);
    return (cell *)(SHADOW_BASE + (low & ~3UL) * 2);
}
