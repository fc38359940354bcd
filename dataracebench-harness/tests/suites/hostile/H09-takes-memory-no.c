#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
  for (int i = 0; i < 40; i++)
    memset(malloc(16 << 20), 1, 16 << 20);
  sleep(1000);
  return 0;
}
