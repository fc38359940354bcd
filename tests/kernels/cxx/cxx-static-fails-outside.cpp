// An initialiser fails, and the next task tries again. The attempts are counted outside, where nothing excludes them.
//@ twin: cxx-static-fails.cpp
#include <cstdio>

int attempts;

struct Resource {
    int number;
    Resource(bool fails) {
        if (fails)
            throw 1;
        number = 3;
    }
};

static const Resource &resource(bool fails) {
    static Resource instance(fails);
    return instance;
}

int out[8];

int main() {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 8; i++) {
#pragma omp task
        try {
            attempts++; //~ race r1 write, race r1 write
            out[i] = resource(i < 2).number;
        } catch (int) {
        }
    }
    std::printf("%d\n", out[7]);
}
