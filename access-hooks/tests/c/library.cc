// A shared library, instrumented: its accesses, allocations and calls are seen like those of the program.
#include <string>

extern "C" char *make_block(std::size_t size) {
    char *block = new char[size];
    block[size - 1] = 1;
    return block;
}

extern "C" void destroy_block(char *block) { delete[] block; }
