int main(void) {
  volatile int x = 0;
#pragma omp parallel
  {
  }
  for (;;)
    x++;
}
