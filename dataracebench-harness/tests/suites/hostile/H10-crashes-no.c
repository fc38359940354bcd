#include <stdlib.h>

int main(void) {
#pragma omp parallel
  {
  }
  abort();
}
