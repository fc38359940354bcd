/* The child leaves the session, and would stay for long. */
#include <unistd.h>

int main(void) {
  if (fork() == 0) {
    setsid();
    sleep(1000);
    return 0;
  }
#pragma omp parallel
  {
  }
  return 0;
}
