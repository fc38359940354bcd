/* Data race pair: x@10:5:W vs. x@12:5:W */
int x;

int main(void) {
  volatile int y = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    x = 1;
#pragma omp task
    x = 2;
  }
  for (;;)
    y++;
}
