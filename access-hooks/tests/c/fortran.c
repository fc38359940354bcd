// Functions of libgfortran that read and write the program's variables: the tool hears of these accesses.
#include "fake_tool.h"

typedef struct {
    ptrdiff_t stride, lower, upper;
} dimension;

typedef struct {
    void *base;
    size_t offset, element_size;
    int32_t version;
    int8_t rank, type;
    int16_t attribute;
    ptrdiff_t span;
    dimension dimensions[3];
} descriptor;

#define FUNCTION(name) void _gfortran_##name(void);
FUNCTION(transfer_integer_write)
FUNCTION(transfer_real)
FUNCTION(transfer_complex_write)
FUNCTION(transfer_character_write)
FUNCTION(transfer_character_wide)
FUNCTION(transfer_array)
FUNCTION(transfer_array_write)
FUNCTION(internal_pack)
FUNCTION(internal_unpack)
FUNCTION(matmul_r8)
FUNCTION(concat_string)

extern int calls;

static double matrix[100];
static size_t next;

static void expect(void *address, uintptr_t length, uint32_t kind) {
    CHECK(next < heard_count);
    event *event = &heard[next++];
    CHECK(event->type == RANGE && event->pc == (uintptr_t)place_of_call);
    CHECK(event->address == (uintptr_t)address && event->length == length && event->kind == kind);
}

// Calls a function, which must be reached, and makes ready to check what was heard.
#define CALL(function, ...)                                                                                            \
    do {                                                                                                               \
        calls = 0;                                                                                                     \
        next = 0;                                                                                                      \
        listen_anew();                                                                                                 \
        call_hook(function, __VA_ARGS__);                                                                              \
        listening = false;                                                                                             \
        CHECK(calls == 1);                                                                                             \
    } while (0)

static descriptor section(void *base, int rank, const dimension *dimensions) {
    descriptor result = {.base = base, .element_size = 8, .rank = rank, .span = 8};
    for (int i = 0; i < rank; i++) {
        result.dimensions[i] = dimensions[i];
    }
    return result;
}

static void values(void) {
    long statement = 0;
    CALL(_gfortran_transfer_integer_write, &statement, matrix, 4L);
    expect(matrix, 4, 0);
    CALL(_gfortran_transfer_real, &statement, matrix, 10L);
    expect(matrix, 16, WRITE);
    CALL(_gfortran_transfer_complex_write, &statement, matrix, 8L);
    expect(matrix, 16, 0);
    CALL(_gfortran_transfer_character_write, &statement, matrix, 5L);
    expect(matrix, 5, 0);
    CALL(_gfortran_transfer_character_write, &statement, matrix, 0L);
    CHECK(heard_count == 0);
    CALL(_gfortran_transfer_character_wide, &statement, matrix, 5L, 4L);
    expect(matrix, 20, WRITE);
    char *text = (char *)matrix;
    CALL(_gfortran_concat_string, 7L, text, 3L, text + 10, 4L, text + 20);
    expect(text + 10, 3, 0);
    expect(text + 20, 4, 0);
    expect(text, 7, WRITE);
}

static void arrays(void) {
    long statement = 0;
    // a(1:10, 1:10) is one run.
    descriptor whole = section(matrix, 2, (dimension[]){{1, 1, 10}, {10, 1, 10}});
    CALL(_gfortran_transfer_array_write, &statement, &whole, 8L, 0L);
    expect(matrix, sizeof matrix, 0);
    CHECK(heard_count == 1);
    // a(2:4, 1:2)
    descriptor columns = section(matrix + 1, 2, (dimension[]){{1, 1, 3}, {10, 1, 2}});
    CALL(_gfortran_transfer_array, &statement, &columns, 8L, 0L);
    expect(matrix + 1, 24, WRITE);
    expect(matrix + 11, 24, WRITE);
    CHECK(heard_count == 2);
    // a(3:1:-1, 5:5), whose second dimension has one element
    descriptor backwards = section(matrix + 42, 2, (dimension[]){{-1, 1, 3}, {10, 5, 5}});
    CALL(_gfortran_transfer_array, &statement, &backwards, 8L, 0L);
    expect(matrix + 42, 8, WRITE);
    expect(matrix + 41, 8, WRITE);
    expect(matrix + 40, 8, WRITE);
    CHECK(heard_count == 3);
    // a(1:2, 1:2, 1:2) of an array with more of everything
    descriptor cube = section(matrix, 3, (dimension[]){{1, 1, 2}, {5, 1, 2}, {25, 1, 2}});
    CALL(_gfortran_transfer_array_write, &statement, &cube, 8L, 0L);
    for (int start = 0; start <= 25; start += 25) {
        expect(matrix + start, 16, 0);
        expect(matrix + start + 5, 16, 0);
    }
    CHECK(heard_count == 4);
    // No elements, no memory
    descriptor empty = section(matrix, 2, (dimension[]){{1, 1, 10}, {10, 1, 0}});
    CALL(_gfortran_transfer_array_write, &statement, &empty, 8L, 0L);
    CHECK(heard_count == 0);
    descriptor unallocated = section(NULL, 1, (dimension[]){{1, 1, 10}});
    CALL(_gfortran_transfer_array_write, &statement, &unallocated, 8L, 0L);
    CHECK(heard_count == 0);
}

static void copies(void) {
    double copy[3];
    descriptor row = section(matrix, 1, (dimension[]){{10, 1, 3}});
    CALL(_gfortran_internal_pack, &row);
    for (int i = 0; i < 3; i++) {
        expect(matrix + 10 * i, 8, 0);
    }
    CALL(_gfortran_internal_unpack, &row, copy);
    for (int i = 0; i < 3; i++) {
        expect(matrix + 10 * i, 8, WRITE);
    }
    // What is contiguous is neither copied nor copied back.
    descriptor column = section(matrix, 1, (dimension[]){{1, 1, 3}});
    CALL(_gfortran_internal_pack, &column);
    CHECK(heard_count == 0);
    CALL(_gfortran_internal_unpack, &column, matrix);
    CHECK(heard_count == 0);
}

static void products(void) {
    descriptor a = section(matrix, 2, (dimension[]){{1, 1, 2}, {2, 1, 2}});
    descriptor b = section(matrix + 4, 2, (dimension[]){{1, 1, 2}, {2, 1, 2}});
    descriptor result = section(matrix + 8, 2, (dimension[]){{1, 1, 2}, {2, 1, 2}});
    CALL(_gfortran_matmul_r8, &result, &a, &b, 0L, 0L, 0L);
    expect(matrix, 32, 0);
    expect(matrix + 4, 32, 0);
    expect(matrix + 8, 32, WRITE);
    result.base = NULL;
    CALL(_gfortran_matmul_r8, &result, &a, &b, 0L, 0L, 0L);
    CHECK(heard_count == 2);
}

int main(void) {
    attach_fake_tool();
    values();
    arrays();
    copies();
    products();
    detach_fake_tool();
    CALL(_gfortran_transfer_integer_write, 0L, matrix, 4L);
    CHECK(heard_count == 0);
    return 0;
}
