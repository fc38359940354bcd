/* Two tasks write x, one after the other. */
int x;

int main(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : x)
    x = 1;
#pragma omp task depend(out : x)
    x = 2;
  }
  return 0;
}
