#include <stdio.h>
#include <string.h>

int main(void) {
  static char line[1 << 20];
  memset(line, 'x', sizeof line);
#pragma omp parallel
  {
  }
  for (int i = 0; i < 100; i++)
    fwrite(line, 1, sizeof line, i % 2 ? stdout : stderr);
  return 0;
}
