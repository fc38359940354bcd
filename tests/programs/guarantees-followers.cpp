// Tasks call functions of libraries that follow pointers; the argument says which.
#include <cstdio>
#include <cstring>
#include <map>
#include <string>

static char text[16] = "12 34";
static int number;
static std::string sum;
static std::map<int, int> map{{1, 2}, {3, 4}};

static void part(const char *which) {
    if (!strcmp(which, "sscanf"))
        number += sscanf(text, "%d", &number);
    if (!strcmp(which, "string"))
        sum.append(20, text[0]);
    if (!strcmp(which, "map"))
        for (auto &[key, value] : map)
            number += key + value;
    if (!strcmp(which, "strcpy"))
        strcpy(text, which);
}

int main(int argc, char **argv) {
    const char *which = argc > 1 ? argv[1] : "";
#pragma omp parallel
#pragma omp single
#pragma omp task
    part(which);
    return number < 0;
}
