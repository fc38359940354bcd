/* More processes than a program may have. */
#include <unistd.h>

int main(void) {
  for (int i = 0; i < 400; i++)
    if (fork() == 0) {
      sleep(1000);
      return 0;
    }
  sleep(1000);
  return 0;
}
