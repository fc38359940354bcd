#include <stdio.h>

int main(void) {
  int count = 0;
  while (getchar() != EOF)
    count++;
#pragma omp parallel
  {
  }
  return count == 0 ? 0 : 3;
}
