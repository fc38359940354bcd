// Two tasks race in a function of a library.
void set(int value);

int main(void) {
#pragma omp parallel
#pragma omp single
    {
        // Whose value it is in the end is left open.
#pragma omp task
        set(1);
        set(2);
#pragma omp taskwait
    }
    return 0;
}
