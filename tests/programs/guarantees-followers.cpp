// Tasks call functions of libraries that follow pointers; the argument says which.
#include <cstdio>
#include <cstring>
#include <iostream>
#include <string>

#ifdef IN_LIBRARY
extern template class std::basic_string<char>;
#endif

static char text[16] = "12 34";
static int number;
static std::string sum;

static void part(const char *which) {
    if (!strcmp(which, "sscanf"))
        number += sscanf(text, "%d", &number);
    if (!strcmp(which, "string"))
        sum.append(20, text[0]);
    if (!strcmp(which, "strcpy"))
        strcpy(text, which);
    if (!strcmp(which, "print"))
        std::cout << text << ' ' << number << std::endl;
    if (!strcmp(which, "copy"))
        std::cout << std::cin.rdbuf();
}

int main(int argc, char **argv) {
    const char *which = argc > 1 ? argv[1] : "";
#pragma omp parallel
#pragma omp single
#pragma omp task
    part(which);
    return number < 0;
}
