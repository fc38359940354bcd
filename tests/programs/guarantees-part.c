// The other half of guarantees.c, which tests compile in their own ways.
void part_increments(int *numbers, int count) {
    for (int i = 0; i < count; i++)
        numbers[i]++;
}

void part_creates_tasks(int *numbers) {
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        numbers[1]++;
#pragma omp task
        numbers[2]++;
    }
}
