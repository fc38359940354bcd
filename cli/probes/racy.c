// Two tasks write one variable and nothing orders them: `detsan doctor` expects a report.
int main(void) {
    int x = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task shared(x)
        x = 1;
#pragma omp task shared(x)
        x = 2;
    }
    return x == 0;
}
