// Copies and fills of known lengths, up to the longest that the compiler pass makes loads and stores of, and beyond.
#include <string.h>

typedef struct {
    long words[8];
} item;

void copy_short(item *to, const item *from) { *to = *from; }

void move_short(char *to, const char *from) { memmove(to, from, 23); }

void clear_short(item *to) { memset(to, 0, sizeof *to); }

void copy_long(item *to, const item *from) { memcpy(to, from, 2 * sizeof *to); }
