// Two tasks race after many functions have been left by exceptions and by jumps: the report's call stacks show none of these, and all of the others.
#include <csetjmp>
#include <cstdio>

static int shared, counted;
static jmp_buf back;

[[gnu::noinline]] static void throws_at(int depth) {
    if (depth == 0)
        throw 1;
    throws_at(depth - 1);
    counted++;
}

[[gnu::noinline]] static void jumps_at(int depth) {
    if (depth == 0)
        longjmp(back, 1);
    jumps_at(depth - 1);
    counted++;
}

[[gnu::noinline]] static int set(int value) {
    shared = value;
    return value + 1;
}

[[gnu::noinline]] static int calls_set(int value) {
    return set(value) + 1;
}

[[gnu::noinline]] static void race() {
#pragma omp task
    calls_set(1);
    calls_set(2);
#pragma omp taskwait
}

int main() {
#pragma omp parallel
#pragma omp single
    {
        for (int i = 0; i < 10; i++) {
            try {
                throws_at(5);
            } catch (int) {
            }
            if (!setjmp(back))
                jumps_at(5);
        }
        race();
    }
    std::printf("%d %d\n", shared, counted);
}
