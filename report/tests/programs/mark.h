/* How the programs of the symboliser's tests tell where things are. */
#include <stdio.h>

/* Prints two return addresses, as they would be found on a call stack, and the caller's frame pointer. */
static __attribute__((noinline)) void mark(const char *label, void **frame)
{
    printf("mark %s %p %p %p\n", label, __builtin_return_address(0), frame[1], (void *)frame);
}

/* The assembly keeps the call from being the last thing that a function does, and so from becoming a jump. */
#define MARK(label)                                                                                                    \
    do {                                                                                                               \
        mark(label, (void **)__builtin_frame_address(0));                                                                       \
        __asm__ volatile("");                                                                                          \
    } while (0)

/* Prints the address of something. */
static __attribute__((noinline)) void address(const char *label, const volatile void *of)
{
    printf("address %s %p\n", label, (const void *)of);
}

/* Prints what is mapped where. */
static __attribute__((noinline)) void print_maps(void)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    int c;
    puts("maps");
    while ((c = getc(maps)) != EOF)
        putchar(c);
    fclose(maps);
}
