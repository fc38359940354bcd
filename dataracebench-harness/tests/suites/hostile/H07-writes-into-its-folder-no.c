#include <stdio.h>

int main(void) {
  FILE *file = fopen("left-behind.txt", "w");
  if (!file)
    return 3;
  fputs("still here\n", file);
  fclose(file);
#pragma omp parallel
  {
  }
  return 0;
}
