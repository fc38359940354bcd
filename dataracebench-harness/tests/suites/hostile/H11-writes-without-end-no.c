/* A file beyond the limit. */
#include <stdio.h>

int main(void) {
  static char block[1 << 20];
  FILE *file = fopen("large", "w");
  for (int i = 0; i < 400; i++)
    fwrite(block, 1, sizeof block, file);
  fclose(file);
  return 0;
}
