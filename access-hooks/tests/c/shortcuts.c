// Shortcuts: what the hooks do to cells themselves, because the tool has noted what becomes of a cell with this content.
#include "fake_tool.h"

#include <string.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))
#define READ 0UL
#define SIZES(f, name, kind) f(name, 1, kind) f(name, 2, kind) f(name, 4, kind) f(name, 8, kind) f(name, 16, kind)
#define UNALIGNED(f, name, kind) f(name, 2, kind) f(name, 4, kind) f(name, 8, kind) f(name, 16, kind)
#define HOOKS(f)                                                                                                       \
    SIZES(f, __tsan_read, READ)                                                                                        \
    SIZES(f, __tsan_write, WRITE)                                                                                      \
    SIZES(f, __tsan_read_write, WRITE | READ_WRITE)                                                                    \
    UNALIGNED(f, __tsan_unaligned_read, READ)                                                                          \
    UNALIGNED(f, __tsan_unaligned_write, WRITE)                                                                        \
    UNALIGNED(f, __tsan_unaligned_read_write, WRITE | READ_WRITE)
#define WHOLE(f, name, kind) f(name, 4, kind) f(name, 8, kind) f(name, 16, kind)
#define DECLARE(name, size, kind) void name##size(void *);
HOOKS(DECLARE)
WHOLE(DECLARE, __detsan_read, READ)
WHOLE(DECLARE, __detsan_write, WRITE)
void __tsan_read4_pc(void *, uintptr_t);
void __tsan_volatile_write4(void *);
void __tsan_vptr_read(void *);
void __tsan_func_entry(void *);
void __tsan_func_exit(void);
void __tsan_read_range(void *, size_t);
void __tsan_write_range(void *, size_t);
void __detsan_write_rows(void *, size_t, size_t, size_t, size_t);
void __detsan_progress(void);
void *__tsan_memcpy(void *, const void *, size_t);
void *__tsan_memmove(void *, const void *, size_t);
void *__tsan_memset(void *, int, size_t);

typedef struct {
    const char *name;
    void *function;
    uint32_t size;
    uint32_t kind;
} hook;

#define ENTRY(name, size, kind) {#name #size, name##size, size, (kind) | (size)},
static const hook hooks[] = {HOOKS(ENTRY){"__tsan_vptr_read", __tsan_vptr_read, 8, 8}};

// The running step and call. No mark is so near to another that one bit or two make the difference.
enum { BASE = COVERING + 1000, CONTEXT = 77, OTHER_CONTEXT = 78 };
static const uint64_t STEP = 0x9e3779b97f4a7c15, OTHER_STEP = 0x3c6ef372fe94f82a;

// What earlier steps have left, and what becomes of it.
static const cell BEFORE = {COVERING + 10, COVERING + 20}, AFTER = {BASE + 1, BASE + 2};
static const cell BEFORE_2 = {COVERING + 30, COVERING + 40}, AFTER_2 = {BASE + 3, BASE + 4};
static const cell BEFORE_3 = {COVERING + 50, COVERING + 60};
static const cell NOTHING = {0, 0};

static thread_state *state;
static shortcuts table;
// With room before and after.
static _Alignas(16) char memory[64];
static char *const object = memory + 16;

static uint64_t bits(cell c) { return (uint64_t)c.readers << 32 | c.writers; }

static bool same(cell a, cell b) { return bits(a) == bits(b); }

// As `shortcut_key`.
static uint64_t key_of(uintptr_t address, uintptr_t place, uint32_t context, uint64_t step) {
    uint64_t offset = address % 4;
    return place ^ offset << SHORTCUT_OFFSET_SHIFT ^ (uint64_t)context << SHORTCUT_CONTEXT_SHIFT ^ step;
}

// As `Shortcuts::place`.
static shortcut *place_for(uint64_t before, uint64_t key) {
    uint64_t hash = before ^ before >> SHORTCUT_FOLD ^ key ^ key >> SHORTCUT_CONTEXT_SHIFT;
    return &table.shortcuts[hash % SHORTCUT_COUNT];
}

// As `Shortcuts::piece`.
static uintptr_t *piece_of(const void *address, uintptr_t *number) {
    *number = (uintptr_t)cell_of(address) / PIECE;
    return &table.pieces[*number % PIECE_COUNT];
}

// As `Shortcuts::call`.
static known_call *call_of(uint32_t caller, uintptr_t pc) {
    return &table.calls[(pc ^ (uintptr_t)caller * 0x9e5) % CALL_COUNT];
}

// As `Settling::place`.
static known_place *known_place_of(uintptr_t pc, uint32_t context) {
    return &table.settling.places[(pc ^ pc >> 10 ^ (uintptr_t)context * 0x9e5) % PLACE_COUNT];
}

// As `range_place`.
static uintptr_t range_place(uintptr_t pc, uint32_t kind) { return kind & WRITE ? pc ^ 1UL << 40 : pc; }

static void install(cell before, cell after, uint64_t key) {
    *place_for(bits(before), key) = (shortcut){bits(before), bits(after), key};
}

// For the hooks that `call_hook` calls, at an address with the offset of this one.
static void install_for(const char *address, uint32_t context, uint64_t step, cell before, cell after) {
    install(before, after, key_of((uintptr_t)address, (uintptr_t)place_of_call, context, step));
}

// The usual one.
static void install_usual(const char *address) { install_for(address, CONTEXT, STEP, BEFORE, AFTER); }

static void clear_table(void) {
    for (char *byte = (char *)&table; byte < (char *)(&table + 1); byte++) {
        *(volatile char *)byte = 0;
    }
}

// A thread in the usual step and call, with an empty table.
static void begin_anew(void) {
    clear_table();
    state->base = BASE;
    state->step = STEP;
    state->shortcuts = &table;
    state->stack_low = state->low_water = 0;
    state->settled_below = 0;
    state->settled_since = UINT32_MAX;
    state->recent_low = state->recent_length = 0;
    state->stack_top = state->stack_bottom;
    *state->stack_top++ = (frame){.call_pc = 0x1111, .context = CONTEXT};
}

static void fill(cell content) {
    for (cell *c = cell_of(memory); c != cell_of(memory + sizeof memory); c++) {
        *c = content;
    }
}

// Whether the cells of `size` bytes from `address` on, and no others, have become `after`; the others are as `fill` left them.
static bool cells_became(const char *address, size_t size, cell after, cell others) {
    const cell *first = cell_of(address), *end = cell_of(address + size - 1) + 1;
    for (const cell *c = cell_of(memory); c != cell_of(memory + sizeof memory); c++) {
        if (!same(*c, c >= first && c < end ? after : others)) {
            return false;
        }
    }
    return true;
}

typedef enum { TAKEN, REPORTED } outcome;

// Calls the hook, with a second argument. What it tells and counts has to fit the outcome.
static outcome call_with(const hook *hook, char *address, uintptr_t argument) {
    uint64_t shortened = state->shortened;
    listen_anew();
    call_hook(hook->function, address, argument);
    listening = false;
    shortened = state->shortened - shortened;
    if (heard_count == 0) {
        CHECK_FOR(hook->name, shortened == (hook->size + 3) / 4);
        return TAKEN;
    }
    CHECK_FOR(hook->name, heard_count == 1 && heard[0].type == ACCESS && heard[0].address == (uintptr_t)address);
    CHECK_FOR(hook->name, heard[0].kind == hook->kind && heard[0].pc == (uintptr_t)place_of_call);
    CHECK_FOR(hook->name, shortened == 0);
    return REPORTED;
}

static outcome call_sized(const hook *hook, char *address) { return call_with(hook, address, (uintptr_t)place_of_call); }

static outcome call_own(const hook *hook, char *address, shortcut *own) { return call_with(hook, address, (uintptr_t)own); }

// Runs `check` for every hook.
static void for_each_hook(void (*check)(const hook *)) {
    for (size_t i = 0; i < LENGTH(hooks); i++) {
        begin_anew();
        fill(BEFORE);
        check(&hooks[i]);
    }
}

// The formulas of both sides, on samples.
static void formulas(void) {
    uintptr_t number;
    uint64_t key = key_of(SAMPLE_ADDRESS, SAMPLE_PC, SAMPLE_CONTEXT, SAMPLE_STEP);
    CHECK(key == SAMPLE_KEY);
    CHECK((char *)place_for(SAMPLE_CELL, key) - (char *)&table == SAMPLE_PLACE);
    CHECK((char *)piece_of((void *)SAMPLE_ADDRESS, &number) - (char *)&table == SAMPLE_PIECE);
    CHECK((char *)call_of(SAMPLE_CONTEXT, SAMPLE_PC) - (char *)&table == SAMPLE_CALL);
    CHECK((char *)known_place_of(SAMPLE_PC, SAMPLE_CONTEXT) - (char *)&table == SAMPLE_KNOWN_PLACE);
    CHECK(range_place(SAMPLE_PC, READ) == SAMPLE_READ_RANGE && range_place(SAMPLE_PC, WRITE) == SAMPLE_WRITE_RANGE);
}

// Until the tool gives some, there are none, and nobody looks for them in vain.
static void none_after_attach(void) {
    CHECK(state->step == 0 && state->shortcuts && state->shortened == 0);
    state->base = BASE;
    const cell contents[] = {NOTHING, BEFORE, {0, COVERING}, {COVERING, 0}};
    for (size_t i = 0; i < LENGTH(hooks); i++) {
        for (size_t k = 0; k < LENGTH(contents); k++) {
            fill(contents[k]);
            CHECK_FOR(hooks[i].name, call_sized(&hooks[i], object) == REPORTED);
            CHECK_FOR(hooks[i].name, cells_became(object, 1, contents[k], contents[k]));
        }
    }
}

static void check_taken(const hook *hook) {
    CHECK_FOR(hook->name, call_sized(hook, object) == REPORTED);
    CHECK_FOR(hook->name, cells_became(object, 1, BEFORE, BEFORE));
    install_usual(object);
    CHECK_FOR(hook->name, call_sized(hook, object) == TAKEN);
    CHECK_FOR(hook->name, cells_became(object, hook->size, AFTER, BEFORE));
    // It is for every address, …
    CHECK_FOR(hook->name, call_sized(hook, memory) == TAKEN);
    CHECK_FOR(hook->name, same(*cell_of(memory), AFTER));
    // … and the result is what this step has recorded: nothing is left to be done.
    uint64_t shortened = state->shortened;
    listen_anew();
    call_hook(hook->function, object, (uintptr_t)place_of_call);
    listening = false;
    CHECK_FOR(hook->name, heard_count == 0 && state->shortened == shortened);
}

static void taken(void) { for_each_hook(check_taken); }

// An access within a cell goes by its offset.
static void check_offsets(const hook *hook) {
    for (size_t made_for = 0; made_for + hook->size <= 4; made_for++) {
        for (size_t offset = 0; offset + hook->size <= 4; offset++) {
            begin_anew();
            fill(BEFORE);
            install_usual(object + made_for);
            outcome expected = made_for == offset ? TAKEN : REPORTED;
            CHECK_FOR(hook->name, call_sized(hook, object + offset) == expected);
            CHECK_FOR(hook->name, cells_became(object, 1, expected == TAKEN ? AFTER : BEFORE, BEFORE));
        }
    }
}

static void offsets(void) { for_each_hook(check_offsets); }

// Every part of the key counts, and so does the content of the cell.
static void check_other(const hook *hook) {
    install_usual(object);

    state->step = OTHER_STEP;
    CHECK_FOR(hook->name, call_sized(hook, object) == REPORTED);
    state->step = 0;
    CHECK_FOR(hook->name, call_sized(hook, object) == REPORTED);
    state->step = STEP;

    state->stack_top[-1].context = OTHER_CONTEXT;
    CHECK_FOR(hook->name, call_sized(hook, object) == REPORTED);
    state->stack_top[-1].context = 0;
    CHECK_FOR(hook->name, call_sized(hook, object) == REPORTED);
    state->stack_top[-1].context = CONTEXT;

    const cell others[] = {NOTHING, {BEFORE.writers, 0}, {0, BEFORE.readers}, {BEFORE.readers, BEFORE.writers}};
    for (size_t i = 0; i < LENGTH(others); i++) {
        fill(others[i]);
        CHECK_FOR(hook->name, call_sized(hook, object) == REPORTED);
        CHECK_FOR(hook->name, cells_became(object, 1, others[i], others[i]));
    }
    fill(BEFORE);

    // Another one in the same place of the table: the same content, another instruction.
    clear_table();
    uint64_t key = key_of((uintptr_t)object, (uintptr_t)place_of_call, CONTEXT, STEP);
    *place_for(bits(BEFORE), key) = (shortcut){bits(BEFORE), bits(AFTER), key ^ 1UL << 40};
    CHECK_FOR(hook->name, call_sized(hook, object) == REPORTED);
    *place_for(bits(BEFORE), key) = (shortcut){bits(BEFORE) ^ 1UL << 20, bits(AFTER), key};
    CHECK_FOR(hook->name, call_sized(hook, object) == REPORTED);
    CHECK_FOR(hook->name, cells_became(object, 1, BEFORE, BEFORE));

    // It is all there: had any of this been left behind, this would fail.
    *place_for(bits(BEFORE), key) = (shortcut){bits(BEFORE), bits(AFTER), key};
    CHECK_FOR(hook->name, call_sized(hook, object) == TAKEN);
}

static void other_keys(void) { for_each_hook(check_other); }

// A thread without a step takes none, not even one that fits. (Nobody makes shortcuts for a mark of 0, and for cells that are not empty the assembly
// relies on that.)
static void check_no_step(const hook *hook) {
    state->step = 0;
    fill(NOTHING);
    install_for(object, CONTEXT, 0, NOTHING, AFTER);
    uintptr_t number, *piece = piece_of(object, &number);
    *piece = number;
    CHECK_FOR(hook->name, call_sized(hook, object) == REPORTED);
    CHECK_FOR(hook->name, cells_became(object, 1, NOTHING, NOTHING));
}

static void no_step(void) { for_each_hook(check_no_step); }

// Each cell of the access counts, and each is taken by its own content.
static void check_later_cells(const hook *hook) {
    const size_t cells = hook->size / 4;
    for (size_t i = 1; i < cells; i++) {
        begin_anew();
        fill(BEFORE);
        install_usual(object);
        cell_of(object)[i] = BEFORE_2;
        CHECK_FOR(hook->name, call_sized(hook, object) == REPORTED);
        // The tool does again what was done to the cells before, and the others are as they were.
        for (size_t k = i; k < cells; k++) {
            CHECK_FOR(hook->name, same(cell_of(object)[k], k == i ? BEFORE_2 : BEFORE));
        }

        fill(BEFORE);
        cell_of(object)[i] = BEFORE_2;
        install_for(object, CONTEXT, STEP, BEFORE_2, AFTER_2);
        CHECK_FOR(hook->name, call_sized(hook, object) == TAKEN);
        for (size_t k = 0; k < cells; k++) {
            CHECK_FOR(hook->name, same(cell_of(object)[k], k == i ? AFTER_2 : AFTER));
        }
    }
    // Neighbours do not count.
    begin_anew();
    fill(BEFORE_2);
    install_usual(object);
    for (size_t k = 0; k < (hook->size + 3) / 4; k++) {
        cell_of(object)[k] = BEFORE;
    }
    CHECK_FOR(hook->name, call_sized(hook, object) == TAKEN);
    CHECK_FOR(hook->name, cells_became(object, hook->size, AFTER, BEFORE_2));
}

static void later_cells(void) { for_each_hook(check_later_cells); }

// A shortcut for an access within a cell, or to whole cells, is none for one to parts of several.
static void check_misaligned(const hook *hook) {
    for (size_t offset = 0; offset < 4; offset++) {
        install_usual(object + offset);
        bool spans = hook->size >= 4 ? offset != 0 : offset + hook->size > 4;
        if (spans) {
            CHECK_FOR(hook->name, call_sized(hook, object + offset) == REPORTED);
            CHECK_FOR(hook->name, cells_became(object, 1, BEFORE, BEFORE));
        }
    }
}

static void misaligned(void) { for_each_hook(check_misaligned); }

// Empty cells: the tool has to hear of the first one in a piece of shadow.
static void check_empty(const hook *hook) {
    fill(NOTHING);
    install_for(object, CONTEXT, STEP, NOTHING, AFTER);
    uintptr_t number, *piece = piece_of(object, &number);
    CHECK_FOR(hook->name, call_sized(hook, object) == REPORTED);
    // Another piece with the same place.
    *piece = number + PIECE_COUNT;
    CHECK_FOR(hook->name, call_sized(hook, object) == REPORTED);
    CHECK_FOR(hook->name, cells_became(object, 1, NOTHING, NOTHING));
    *piece = number;
    CHECK_FOR(hook->name, call_sized(hook, object) == TAKEN);
    CHECK_FOR(hook->name, cells_became(object, hook->size, AFTER, NOTHING));

    // A cell that is not empty lies in a piece that is known, be it among the recent ones or not.
    begin_anew();
    fill(BEFORE);
    install_usual(object);
    CHECK_FOR(hook->name, call_sized(hook, object) == TAKEN);

    // An empty cell behind one that is not.
    if (hook->size >= 8) {
        fill(BEFORE);
        cell_of(object)[hook->size / 4 - 1] = NOTHING;
        install_for(object, CONTEXT, STEP, NOTHING, AFTER_2);
        CHECK_FOR(hook->name, call_sized(hook, object) == REPORTED);
        fill(BEFORE);
        cell_of(object)[hook->size / 4 - 1] = NOTHING;
        *piece = number;
        CHECK_FOR(hook->name, call_sized(hook, object) == TAKEN);
        CHECK_FOR(hook->name, same(cell_of(object)[hook->size / 4 - 1], AFTER_2));
    }
}

static void empty_cells(void) { for_each_hook(check_empty); }

// How far down the stack is used is kept up to date by accesses that are settled here.
static void check_stack(const hook *hook) {
    const uintptr_t at = (uintptr_t)object;
    const struct {
        uintptr_t stack_low, low_water, expected;
    } cases[] = {
        {at - 8, at + 16, at}, // on the stack, lower than before
        {at, at + 1, at},      // … at its end
        {at - 8, at, at},      // … where it has been before
        {at - 8, at - 4, at - 4},
        {at + 1, at + 16, at + 16}, // below the stack
        {at - 8, 0, 0},             // nobody asks
    };
    install_usual(object);
    for (size_t i = 0; i < LENGTH(cases); i++) {
        fill(BEFORE);
        state->stack_low = cases[i].stack_low;
        state->low_water = cases[i].low_water;
        CHECK_FOR(hook->name, call_sized(hook, object) == TAKEN);
        CHECK_FOR(hook->name, cells_became(object, hook->size, AFTER, BEFORE));
        CHECK_FOR(hook->name, state->low_water == cases[i].expected && state->stack_low == cases[i].stack_low);
    }
    // What is reported is the tool's to note.
    state->stack_low = at - 8;
    state->low_water = at + 16;
    fill(BEFORE_2);
    CHECK_FOR(hook->name, call_sized(hook, object) == REPORTED);
    CHECK_FOR(hook->name, state->low_water == at + 16);
}

static void stack(void) { for_each_hook(check_stack); }

// Accesses that have no shortcuts: the tool has more to do than to look at the cell, or they are rare.
static void others_never(void) {
    begin_anew();
    install_usual(object);
    void *const functions[] = {__tsan_read4_pc, __tsan_volatile_write4};
    for (size_t i = 0; i < LENGTH(functions); i++) {
        fill(BEFORE);
        listen_anew();
        call_hook(functions[i], object, (uintptr_t)place_of_call);
        listening = false;
        CHECK(heard_count == 1 && state->shortened == 0 && cells_became(object, 1, BEFORE, BEFORE));
    }
}

static const hook write4 = {"__tsan_write4", __tsan_write4, 4, WRITE | 4};

// The innermost call gets the number of its path, if its caller has one and the tool has numbered such a call.
static void known_calls(void) {
    begin_anew();
    const uintptr_t call = 0x5555123, other_call = 0x5555124;
    install_for(object, OTHER_CONTEXT, STEP, BEFORE, AFTER);
    __tsan_func_entry((void *)call);
    frame *innermost = state->stack_top - 1;
    known_call *known = call_of(CONTEXT, call);

    // Not known; in its place one by another caller, and one that returns elsewhere; and the right one.
    const struct {
        known_call call;
        outcome expected;
    } cases[] = {
        {{0, 0, 0}, REPORTED},
        {{call, CONTEXT + 1, OTHER_CONTEXT}, REPORTED},
        {{other_call, CONTEXT, OTHER_CONTEXT}, REPORTED},
        {{call, CONTEXT, OTHER_CONTEXT + 1}, REPORTED},
        {{call, CONTEXT, OTHER_CONTEXT}, TAKEN},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        fill(BEFORE);
        innermost->context = 0;
        *known = cases[i].call;
        CHECK(call_sized(&write4, object) == cases[i].expected);
        CHECK(innermost->context == (i < 3 ? 0 : cases[i].call.context));
    }
    // The number stays with the frame, whatever becomes of the note.
    *known = (known_call){0, 0, 0};
    fill(BEFORE);
    CHECK(call_sized(&write4, object) == TAKEN);

    // Further down: a caller without a number is not given one here.
    innermost->context = 0;
    __tsan_func_entry((void *)other_call);
    *call_of(0, other_call) = (known_call){other_call, 0, OTHER_CONTEXT};
    fill(BEFORE);
    CHECK(call_sized(&write4, object) == REPORTED && state->stack_top[-1].context == 0);
    __tsan_func_exit();

    // The function that a task begins with is at the root.
    *state->stack_top++ = (frame){.call_pc = 0, .context = CONTEXT};
    __tsan_func_entry((void *)call);
    install_for(object, ROOT_CONTEXT, STEP, BEFORE, AFTER);
    fill(BEFORE);
    CHECK(call_sized(&write4, object) == TAKEN && state->stack_top[-1].context == ROOT_CONTEXT);

    // Several calls are numbered at once, from the last one that has a number on.
    frame *first = state->stack_top - 1;
    __tsan_func_entry((void *)other_call);
    __tsan_func_entry((void *)call);
    first->context = 0;
    *call_of(ROOT_CONTEXT, other_call) = (known_call){other_call, ROOT_CONTEXT, CONTEXT};
    *call_of(CONTEXT, call) = (known_call){call, CONTEXT, OTHER_CONTEXT};
    fill(BEFORE);
    CHECK(call_sized(&write4, object) == TAKEN);
    CHECK(first[0].context == ROOT_CONTEXT && first[1].context == CONTEXT && first[2].context == OTHER_CONTEXT);

    // What the program begins with is at the root, too. A stack without frames is the tool's to number.
    state->stack_top = state->stack_bottom;
    __tsan_func_entry((void *)call);
    fill(BEFORE);
    CHECK(call_sized(&write4, object) == TAKEN && state->stack_top[-1].context == ROOT_CONTEXT);
    fill(BEFORE);
    __tsan_func_exit();
    CHECK(state->stack_top == state->stack_bottom && call_sized(&write4, object) == REPORTED);
    CHECK(state->stack_bottom[-1].context == 0);
    install_for(object, 0, STEP, BEFORE, AFTER);
    CHECK(call_sized(&write4, object) == TAKEN && state->stack_bottom[-1].context == 0);
}

static const hook read4 = {"__tsan_read4", __tsan_read4, 4, 4};
static const hook write1 = {"__tsan_write1", __tsan_write1, 1, WRITE | 1};

static tool_door tools_door;
static known_past before_now;
enum { SITE = 77, NEXT = BASE + 6 };

// What the hooks need to settle an access where `call_hook` calls, to cells like `BEFORE`.
static void begin_settling(void) {
    begin_anew();
    fill(BEFORE);
    before_now = (known_past){.low = {0, COVERING + 5}, .length = {0, 20}};
    tools_door = (tool_door){0};
    settlement *s = &table.settling;
    s->step = STEP;
    s->door = &tools_door;
    s->past = &before_now;
    s->next = NEXT;
    // Single accesses.
    static const uint32_t entries[(BASE - COVERING) / 2 + 1][3];
    s->entries = (const void *)entries;
    const uintptr_t pc = (uintptr_t)place_of_call;
    *known_place_of(pc, CONTEXT) = (known_place){pc, CONTEXT, SITE, COVERING + 12};
}

// Where there is no shortcut, but what a cell holds is known to precede.
static void settled(void) {
    settlement *s = &table.settling;
    const cell written = {NEXT, NEXT}, read = {BEFORE.writers, NEXT};

    // By the tool's intervals, by what is below some identifier, by what is above one, and by both.
    enum { INTERVALS, BELOW, SINCE, BELOW_AND_SINCE, WAYS };
    for (int way = 0; way < WAYS; way++) {
        const bool below = way == BELOW || way == BELOW_AND_SINCE, since = way == SINCE || way == BELOW_AND_SINCE;
        for (size_t i = 0; i < LENGTH(hooks); i++) {
            const hook *hook = &hooks[i];
            if (hook->size < 4) {
                continue;
            }
            const cell after = hook->kind & WRITE ? written : read;
            begin_settling();
            before_now = way == INTERVALS ? before_now : (known_past){};
            state->settled_below = !below ? 0 : since ? BEFORE.writers + 1 : BEFORE.readers + 1;
            state->settled_since = !since ? UINT32_MAX : below ? BEFORE.readers : BEFORE.writers;
            CHECK_FOR(hook->name, call_sized(hook, object) == TAKEN && cells_became(object, hook->size, after, BEFORE));
            CHECK_FOR(hook->name, s->next == NEXT + 2 && s->pending_count == 1 && s->pending[0].first == SITE && s->pending[0].rest == 0);
            CHECK_FOR(hook->name, tools_door.checked == 0);
            // The next one at that place has the same identifier.
            CHECK_FOR(hook->name, call_sized(hook, object + 16) == TAKEN && same(*cell_of(object + 16), after));
            CHECK_FOR(hook->name, s->next == NEXT + 2 && s->pending_count == 1);
            // Nothing is done for what is just outside.
            begin_settling();
            before_now = (known_past){};
            state->settled_below = below ? since ? BEFORE.writers : BEFORE.readers : 0;
            state->settled_since = since ? BEFORE.readers + 1 : UINT32_MAX;
            CHECK_FOR(hook->name, call_sized(hook, object) == REPORTED && s->next == NEXT);
        }
    }

    // A step that has read may write.
    begin_settling();
    state->settled_since = BASE;
    fill((cell){BEFORE.writers, BASE + 2});
    CHECK(call_sized(&write4, object) == TAKEN && same(*cell_of(object), written));
    // Nobody may have written yet.
    begin_settling();
    state->settled_below = BEFORE.readers + 1;
    fill((cell){0, BEFORE.readers});
    CHECK(call_sized(&read4, object) == TAKEN && same(*cell_of(object), (cell){0, NEXT}));
    // Nothing precedes an empty cell, if the tool knows that it is used.
    begin_settling();
    state->settled_below = state->settled_since = BASE;
    fill(NOTHING);
    CHECK(call_sized(&read4, object) == REPORTED);
    uintptr_t number;
    uintptr_t *piece = piece_of(object, &number);
    *piece = number;
    CHECK(call_sized(&read4, object) == TAKEN && same(*cell_of(object), (cell){0, NEXT}));
    // In a step that may settle nothing, an identifier that is there already is of no use.
    fill(NOTHING);
    state->step = 0;
    state->settled_below = 0;
    state->settled_since = UINT32_MAX;
    CHECK(call_sized(&read4, object) == REPORTED && same(*cell_of(object), NOTHING));
    // One that is lower on the stack than all before is noted.
    begin_settling();
    state->settled_below = BASE;
    state->stack_low = (uintptr_t)memory;
    state->low_water = (uintptr_t)object + 4;
    CHECK(call_sized(&write4, object) == TAKEN && state->low_water == (uintptr_t)object);
}

// Whatever is missing, the tool is told, and no identifier is made.
static void not_settled(void) {
    settlement *s = &table.settling;
    enum { WRITER, READER, WRITER_ODD, READER_ODD, WRITER_PARTIAL, READER_PARTIAL, OWN_ODD, MARK, NO_STEP, PLACE, OTHER_CALL, VISITED, INSIDE, NO_DOOR, FULL, CASES };
    // By the tool's intervals, or by what is below some identifier.
    for (int below = 0; below < 2; below++) {
        for (int missing = 0; missing < CASES; missing++) {
            begin_settling();
            if (below) {
                before_now = (known_past){};
                state->settled_below = COVERING + 25;
                state->settled_since = BASE;
            }
            known_place *place = known_place_of((uintptr_t)place_of_call, CONTEXT);
            switch (missing) {
            case WRITER: fill((cell){below ? COVERING + 26 : COVERING + 4, BEFORE.readers}); break;
            case READER: fill((cell){BEFORE.writers, COVERING + 26}); break;
            case WRITER_ODD: fill((cell){BEFORE.writers + 1, BEFORE.readers}); break;
            case READER_ODD: fill((cell){BEFORE.writers, BEFORE.readers + 1}); break;
            case WRITER_PARTIAL: fill((cell){10, BEFORE.readers}); break;
            case READER_PARTIAL: fill((cell){BEFORE.writers, 20}); break;
            case OWN_ODD: fill((cell){BEFORE.writers, BASE + 1}); break;
            case MARK: s->step = OTHER_STEP; break;
            case NO_STEP: s->step = state->step = 0; break;
            case PLACE: place->site = 0; break;
            case OTHER_CALL: place->context++; break;
            case VISITED: tools_door.visitor = 1; break;
            case INSIDE: tools_door.checked = 1; break;
            case NO_DOOR: s->door = NULL; break;
            case FULL: s->pending_count = PENDING_COUNT; break;
            }
            const uint64_t before = bits(*cell_of(object));
            CHECK(call_sized(&write4, object) == REPORTED && bits(*cell_of(object)) == before && s->next == NEXT);
            CHECK(tools_door.checked == (missing == INSIDE));
        }
    }
}

// An interval that an identifier was found in is tried first, also where the tool's intervals are others by now.
static void recent_interval(void) {
    for (size_t i = 0; i < LENGTH(hooks); i++) {
        const hook *hook = &hooks[i];
        if (hook->size < 4) {
            continue;
        }
        begin_settling();
        CHECK_FOR(hook->name, call_sized(hook, object) == TAKEN);
        CHECK_FOR(hook->name, state->recent_low == COVERING + 5 && state->recent_length == 20);
        const cell after = hook->kind & WRITE ? (cell){NEXT, NEXT} : (cell){BEFORE.writers, NEXT};
        for (int readers = 0; readers < 2; readers++) {
            for (uint32_t length = 0; length < 2; length++) {
                begin_settling();
                before_now = (known_past){};
                state->settled_below = readers ? BEFORE.writers + 1 : 0;
                state->settled_since = readers ? UINT32_MAX : BEFORE.readers;
                state->recent_low = readers ? BEFORE.readers : BEFORE.writers;
                state->recent_length = length;
                CHECK_FOR(hook->name, call_sized(hook, object) == (length ? TAKEN : REPORTED));
                CHECK_FOR(hook->name, cells_became(object, hook->size, length ? after : BEFORE, BEFORE));
            }
        }
    }
}

// A read is put in front of readers that are not known to precede, if these are a list with room.
static void longer_lists(void) {
    const settlement *s = &table.settling;
    enum { TAKES_MORE, IS_FULL, IS_ACCESS, IS_OWN, WRITER_UNKNOWN, NEWEST_PRECEDES, CASES };
    for (size_t i = 0; i < LENGTH(hooks); i++) {
        const hook *hook = &hooks[i];
        for (int which = 0; which < CASES; which++) {
            static uint32_t entries[64][3];
            begin_settling();
            table.settling.entries = (void *)entries;
            const cell before = {which == WRITER_UNKNOWN ? COVERING : BEFORE.writers, which == IS_OWN ? BASE + 1 : COVERING + 31};
            state->settled_below = BEFORE.writers + 1;
            if (which == WRITER_UNKNOWN) {
                state->settled_below = 0;
                before_now = (known_past){};
            }
            entries[15][2] = which == IS_ACCESS ? 4 : which == IS_FULL ? LIST : LIST | 4;
            entries[15][0] = which == NEWEST_PRECEDES ? BEFORE.writers : COVERING + 28;
            fill(before);
            const bool is_write = hook->kind & WRITE;
            if (which == IS_OWN && !is_write) {
                continue; // It is recorded.
            }
            const bool taken = which == TAKES_MORE && !is_write && hook->size >= 4;
            if (which == TAKES_MORE && hook->size < 4) {
                continue;
            }
            const cell after = taken ? (cell){BEFORE.writers, NEXT + 3} : before;
            CHECK_FOR(hook->name, call_sized(hook, object) == (taken ? TAKEN : REPORTED));
            CHECK_FOR(hook->name, cells_became(object, hook->size, after, before));
            if (taken) {
                CHECK_FOR(hook->name, s->pending_count == 2 && s->pending[1].first == NEXT && s->pending[1].rest == COVERING + 31);
                CHECK_FOR(hook->name, s->next == NEXT + 4);
            }
        }
    }
}

// Whether a cell is split, and has these parts.
static bool has_parts(cell c, uint64_t a, uint64_t b, uint64_t d, uint64_t e) {
    const settlement *s = &table.settling;
    if (c.writers < SPLIT || c.writers >= SPLIT + s->pending_split_count) {
        return false;
    }
    const uint64_t *parts = s->pending_splits[c.writers - SPLIT], expected[] = {a, b, d, e};
    uint32_t least = UINT32_MAX;
    for (int i = 0; i < 4; i++) {
        least = expected[i] >> 32 < least ? expected[i] >> 32 : least;
    }
    return memcmp(parts, expected, sizeof expected) == 0 && c.readers == least;
}

static const hook write8 = {"__tsan_unaligned_write8", __tsan_unaligned_write8, 8, WRITE | 8};
static const hook read1 = {"__tsan_read1", __tsan_read1, 1, 1};

// Bytes of a cell are settled one by one, and the cell is split meanwhile.
static void parts_of_cells(void) {
    const settlement *s = &table.settling;
    const uint64_t b = bits(BEFORE), w = bits((cell){NEXT, NEXT}), r = bits((cell){BEFORE.writers, NEXT});
    begin_settling();
    CHECK(call_sized(&write1, object + 1) == TAKEN && has_parts(*cell_of(object), b, w, b, b));
    CHECK(s->next == NEXT + 2 && s->pending_split_count == 1 && tools_door.checked == 0);
    // Equal ones are the same.
    CHECK(call_sized(&write1, object + 5) == TAKEN && same(*cell_of(object + 4), *cell_of(object)));
    // What is recorded is no more work, and no reason for another number.
    CHECK(call_sized(&write1, object + 1) == TAKEN && has_parts(*cell_of(object), b, w, b, b));
    CHECK(s->next == NEXT + 2 && s->pending_split_count == 1);
    CHECK(call_sized(&write1, object + 3) == TAKEN && has_parts(*cell_of(object), b, w, b, w));
    CHECK(call_sized(&write1, object + 2) == TAKEN && has_parts(*cell_of(object), b, w, w, w));
    CHECK(call_sized(&write1, object) == TAKEN && bits(*cell_of(object)) == w);
    // A whole cell takes the place of all parts; one that reads, of the readers.
    CHECK(call_sized(&write4, object + 4) == TAKEN && bits(*cell_of(object + 4)) == w);
    begin_settling();
    CHECK(call_sized(&read1, object) == TAKEN && has_parts(*cell_of(object), r, b, b, b));
    CHECK(call_sized(&read4, object) == TAKEN && bits(*cell_of(object)) == r);
    // Parts of several cells.
    begin_settling();
    listen_anew();
    call_hook(write8.function, object + 1);
    listening = false;
    CHECK(heard_count == 0 && has_parts(*cell_of(object), b, w, w, w) && bits(*cell_of(object + 4)) == w);
    CHECK(has_parts(*cell_of(object + 8), w, b, b, b) && same(*cell_of(object + 12), BEFORE));
    // The tool's own split cells, and one whose other parts nobody may settle.
    begin_settling();
    const uint64_t known[1][4] = {{1, b, 1, 1}};
    table.settling.splits = known;
    table.settling.split_count = 1;
    *cell_of(object) = (cell){SPLIT, 0};
    CHECK(call_sized(&write1, object) == REPORTED && same(*cell_of(object), (cell){SPLIT, 0}));
    CHECK(call_sized(&write1, object + 1) == TAKEN && s->pending_split_count == 1 && cell_of(object)->writers == SPLIT + 1);
    CHECK(s->pending_splits[0][0] == 1 && s->pending_splits[0][1] == w);
    // There is no more room.
    begin_settling();
    table.settling.pending_split_count = PENDING_SPLIT_COUNT;
    CHECK(call_sized(&write1, object) == REPORTED && same(*cell_of(object), BEFORE));
}

// Accesses that are checked in line bring a shortcut of their own.
static void own_shortcuts(void) {
#define COLD(name, size, kind) {#name #size, name##size, size, (kind) | (size)},
    static const hook cold[] = {WHOLE(COLD, __detsan_read, READ) WHOLE(COLD, __detsan_write, WRITE)};
    static shortcut own;
    const uint64_t key = (uint64_t)CONTEXT << SHORTCUT_CONTEXT_SHIFT ^ STEP;
    for (size_t i = 0; i < LENGTH(cold); i++) {
        const hook *hook = &cold[i];
        const cell after = hook->kind & WRITE ? (cell){NEXT, NEXT} : (cell){BEFORE.writers, NEXT};
        // It is made where an access is settled, …
        begin_settling();
        state->settled_below = BASE;
        own = (shortcut){};
        CHECK_FOR(hook->name, call_own(hook, object, &own) == TAKEN && cells_became(object, hook->size, after, BEFORE));
        CHECK_FOR(hook->name, own.before == bits(BEFORE) && own.after == bits(after) && own.key == key);
        CHECK_FOR(hook->name, table.settling.pending_count == 1 && table.settling.next == NEXT + 2);
        // … and taken where nothing else would do,
        const shortcut made = own;
        begin_anew();
        fill(BEFORE);
        CHECK_FOR(hook->name, call_own(hook, object, &own) == TAKEN && cells_became(object, hook->size, after, BEFORE));
        // also by one that is lower on the stack than all before,
        fill(BEFORE);
        state->stack_low = (uintptr_t)memory;
        state->low_water = (uintptr_t)object + 4;
        CHECK_FOR(hook->name, call_own(hook, object, &own) == TAKEN && state->low_water == (uintptr_t)object);
        // but not in another step or call, …
        fill(BEFORE);
        state->step = OTHER_STEP;
        CHECK_FOR(hook->name, call_own(hook, object, &own) == REPORTED);
        state->step = STEP;
        state->stack_top[-1].context = OTHER_CONTEXT;
        CHECK_FOR(hook->name, call_own(hook, object, &own) == REPORTED);
        state->stack_top[-1].context = CONTEXT;
        // … for other cells, …
        for (size_t k = 0; k < hook->size / 4; k++) {
            fill(BEFORE);
            cell_of(object)[k] = BEFORE_2;
            CHECK_FOR(hook->name, call_own(hook, object, &own) == REPORTED);
        }
        // … or for parts of cells.
        fill(BEFORE);
        CHECK_FOR(hook->name, call_own(hook, object + 1, &own) == REPORTED);
        CHECK_FOR(hook->name, memcmp(&own, &made, sizeof own) == 0);
        // There is none for an empty cell, which may be anywhere.
        begin_settling();
        own = (shortcut){};
        fill(NOTHING);
        uintptr_t number, *piece = piece_of(object, &number);
        *piece = number;
        CHECK_FOR(hook->name, call_own(hook, object, &own) == TAKEN && own.key == 0);
        *piece = 0;
        fill(NOTHING);
        CHECK_FOR(hook->name, call_own(hook, object, &own) == REPORTED);
    }
}

// A descriptor that is being filled in is nobody's business, with shortcuts or without.
static void fresh_descriptor(void) {
    begin_anew();
    fill(BEFORE);
    state->fresh_start = (uintptr_t)object;
    state->fresh_length = 16;
    listen_anew();
    call_hook(__tsan_write4, object);
    listening = false;
    CHECK(heard_count == 0 && state->shortened == 0 && cells_became(object, 1, BEFORE, BEFORE));

    // Nor is it settled, of which what lies behind it is.
    begin_settling();
    fill(NOTHING);
    uintptr_t number, *piece = piece_of(object, &number);
    *piece = number;
    state->settled_below = state->settled_since = BASE;
    listen_anew();
    call_hook(__tsan_write4, object + 12);
    call_hook(__tsan_write4, object + 16);
    listening = false;
    CHECK(heard_count == 0 && state->shortened == 1 && same(*cell_of(object + 12), NOTHING));
    CHECK(same(*cell_of(object + 16), (cell){NEXT, NEXT}));
    state->fresh_length = 0;
}

enum { LONG = 256 + 4 };
static _Alignas(16) char from[LONG + 16], to[LONG + 16];

static void fill_range(const char *start, cell content) {
    for (cell *c = cell_of(start); c != cell_of(start + LONG + 16); c++) {
        *c = content;
    }
}

// Whether `length` bytes have become `after`, and what is behind them is as before.
static bool range_became(const char *start, size_t length, cell after, cell before) {
    for (size_t i = 0; i < LONG + 16; i += 4) {
        if (!same(*cell_of(start + i), i < length ? after : before)) {
            return false;
        }
    }
    return true;
}

typedef struct {
    const char *name;
    void *function;
    bool reads, writes;
} range_hook;

// Calls the hook on the first bytes of `from`, `to` or both.
static void call_range(const range_hook *hook, size_t length) {
    listen_anew();
    if (hook->reads && hook->writes) {
        call_hook(hook->function, to, from, length);
    } else if (hook->function == (void *)__tsan_memset) {
        call_hook(hook->function, to, 0UL, length);
    } else {
        call_hook(hook->function, hook->writes ? to : from, length);
    }
    listening = false;
}

static void ranges(void) {
    static const range_hook hooks[] = {
        {"__tsan_memcpy", __tsan_memcpy, true, true},
        {"__tsan_memmove", __tsan_memmove, true, true},
        {"__tsan_memset", __tsan_memset, false, true},
        {"__tsan_read_range", __tsan_read_range, true, false},
        {"__tsan_write_range", __tsan_write_range, false, true},
    };
    const uintptr_t here = (uintptr_t)place_of_call;
    const uint64_t read_key = key_of(0, range_place(here, READ), CONTEXT, STEP);
    const uint64_t write_key = key_of(0, range_place(here, WRITE), CONTEXT, STEP);
    const size_t lengths[] = {4, 16, 252, 256, LONG, 15, 17, 0};
    for (size_t i = 0; i < LENGTH(hooks); i++) {
        const char *name = hooks[i].name;
        const uint64_t count = hooks[i].reads + hooks[i].writes;
        for (size_t k = 0; k < LENGTH(lengths); k++) {
            const size_t length = lengths[k];
            begin_anew();
            fill_range(from, BEFORE);
            fill_range(to, BEFORE_2);
            install(BEFORE, AFTER, read_key);
            install(BEFORE_2, AFTER_2, write_key);
            uint64_t shortened = state->shortened;
            call_range(&hooks[i], length);
            // Of a cell that is not touched as a whole the tool is told.
            const size_t whole = length / 4 * 4;
            CHECK_FOR(name, heard_count == (whole == length ? 0 : count));
            CHECK_FOR(name, state->shortened - shortened == count * whole / 4);
            CHECK_FOR(name, range_became(from, hooks[i].reads ? whole : 0, AFTER, BEFORE));
            CHECK_FOR(name, range_became(to, hooks[i].writes ? whole : 0, AFTER_2, BEFORE_2));
        }

        // A read and a write at one place are different things.
        begin_anew();
        fill_range(from, BEFORE);
        fill_range(to, BEFORE);
        install(BEFORE, AFTER, read_key);
        call_range(&hooks[i], 16);
        CHECK_FOR(name, heard_count == 4 * hooks[i].writes && (heard_count == 0 || heard[0].kind == (WRITE | IS_RANGE)));
        CHECK_FOR(name, range_became(to, 0, AFTER, BEFORE));

        // Cells that this step has recorded need none; of one that has none the tool is told.
        begin_anew();
        fill_range(from, BEFORE);
        fill_range(to, BEFORE_2);
        install(BEFORE, AFTER, read_key);
        install(BEFORE_2, AFTER_2, write_key);
        *cell_of(from + 4) = (cell){0, BASE};
        *cell_of(to + 8) = (cell){BASE, 0};
        call_range(&hooks[i], 16);
        CHECK_FOR(name, heard_count == 0);
        CHECK_FOR(name, same(*cell_of(from + 4), (cell){0, BASE}) && same(*cell_of(to + 8), (cell){BASE, 0}));
        *cell_of(from + 12) = *cell_of(to + 12) = BEFORE_3;
        call_range(&hooks[i], 16);
        const uintptr_t last = (uintptr_t)(hooks[i].reads ? from : to) + 12;
        CHECK_FOR(name, heard_count == count && heard[0].length == 4 && heard[0].address == last);
        CHECK_FOR(name, same(*cell_of(from + 12), BEFORE_3) && same(*cell_of(to + 12), BEFORE_3));

        // Another step, another call.
        for (int other = 0; other < 3; other++) {
            begin_anew();
            fill_range(from, BEFORE);
            fill_range(to, BEFORE_2);
            install(BEFORE, AFTER, read_key);
            install(BEFORE_2, AFTER_2, write_key);
            state->step = other == 0 ? 0 : other == 1 ? OTHER_STEP : STEP;
            state->stack_top[-1].context = other == 2 ? OTHER_CONTEXT : CONTEXT;
            call_range(&hooks[i], 16);
            // Cell by cell, as long as there are shortcuts at all.
            CHECK_FOR(name, heard_count == (other == 0 ? count : 4 * count));
            CHECK_FOR(name, range_became(from, 0, AFTER, BEFORE) && range_became(to, 0, AFTER_2, BEFORE_2));
        }
    }
    // Of a range that is not aligned, the tool is told of both ends. One that is taken counts for how far down the stack is used.
    begin_anew();
    fill_range(to, BEFORE_2);
    install(BEFORE_2, AFTER_2, write_key);
    listen_anew();
    call_hook(__tsan_write_range, to + 2, 16UL);
    listening = false;
    CHECK(heard_count == 2 && heard[0].length == 2 && heard[1].length == 2);
    CHECK(same(*cell_of(to + 4), AFTER_2) && same(*cell_of(to + 12), AFTER_2) && same(*cell_of(to + 16), BEFORE_2));
    state->stack_low = (uintptr_t)to - 8;
    state->low_water = (uintptr_t)to + 8;
    listen_anew();
    call_hook(__tsan_write_range, to, 16UL);
    listening = false;
    CHECK(heard_count == 0 && state->low_water == (uintptr_t)to);
}

// Rows of what loops access: shortcuts for whole cells, and elements for the tool.
static void rows(void) {
    const uintptr_t here = (uintptr_t)place_of_call;
    const uint64_t write_key = key_of(0, range_place(here, WRITE), CONTEXT, STEP);
    begin_anew();
    fill_range(to, BEFORE_2);
    install(BEFORE_2, AFTER_2, write_key);
    uint64_t shortened = state->shortened;
    // Three rows of two cells, with one cell between them.
    listen_anew();
    call_hook(__detsan_write_rows, to, 8UL, 12UL, 3UL, 8UL);
    listening = false;
    CHECK(heard_count == 0 && state->shortened - shortened == 6);
    for (size_t at = 0; at < 40; at += 4)
        CHECK(same(*cell_of(to + at), at % 12 < 8 && at < 32 ? AFTER_2 : BEFORE_2));

    // Of a cell without a shortcut, the tool is told with the element.
    fill_range(to, BEFORE_2);
    *cell_of(to + 28) = BEFORE_3;
    listen_anew();
    call_hook(__detsan_write_rows, to, 8UL, 12UL, 3UL, 8UL);
    listening = false;
    CHECK(heard_count == 1 && heard[0].address == (uintptr_t)to + 28 && heard[0].length == 4);
    CHECK(heard[0].kind == (WRITE | IS_RANGE | 8) && heard[0].pc == here);

    // Downwards; no rows at all; rows of nothing.
    fill_range(to, BEFORE_2);
    listen_anew();
    call_hook(__detsan_write_rows, to + 32, 4UL, -16UL, 3UL, 4UL);
    call_hook(__detsan_write_rows, to, 4UL, 16UL, 0UL, 4UL);
    call_hook(__detsan_write_rows, to, 0UL, 0UL, 1UL, 4UL);
    listening = false;
    CHECK(heard_count == 0);
    for (size_t at = 0; at < 40; at += 4)
        CHECK(same(*cell_of(to + at), at % 16 == 0 ? AFTER_2 : BEFORE_2));

    // Bytes that share a cell with others are the tool's, and no others.
    fill_range(to, BEFORE_2);
    listen_anew();
    call_hook(__detsan_write_rows, to + 1, 10UL, 0UL, 1UL, 1UL);
    listening = false;
    CHECK(heard_count == 2 && heard[0].length == 3 && heard[1].length == 3 && heard[1].address == (uintptr_t)to + 8);
    CHECK(same(*cell_of(to + 4), AFTER_2));

    const uint32_t progress = state->progress;
    __detsan_progress();
    CHECK(state->progress == progress + 1);
}

int main(int count, char **arguments) {
    state = attach_fake_tool();
    static const struct {
        const char *name;
        void (*run)(void);
    } cases[] = {
        {"formulas", formulas},       {"none_after_attach", none_after_attach},
        {"taken", taken},             {"offsets", offsets},
        {"other_keys", other_keys},   {"no_step", no_step},
        {"later_cells", later_cells}, {"misaligned", misaligned},
        {"empty_cells", empty_cells}, {"stack", stack},
        {"known_calls", known_calls}, {"others_never", others_never},
        {"ranges", ranges},           {"fresh_descriptor", fresh_descriptor},
        {"settled", settled},         {"not_settled", not_settled},
        {"rows", rows},               {"own_shortcuts", own_shortcuts},
        {"parts_of_cells", parts_of_cells}, {"recent_interval", recent_interval},
        {"longer_lists", longer_lists},
    };
    for (size_t i = 0; count == 2 && i < LENGTH(cases); i++) {
        if (strcmp(arguments[1], cases[i].name) == 0) {
            cases[i].run();
            detach_fake_tool();
            return 0;
        }
    }
    return 2;
}
