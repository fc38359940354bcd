// The twin of racy.c, with a dependence between the tasks: `detsan doctor` expects no report.
int main(void) {
    int x = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task shared(x) depend(out : x)
        x = 1;
#pragma omp task shared(x) depend(out : x)
        x = 2;
    }
    return x == 0;
}
