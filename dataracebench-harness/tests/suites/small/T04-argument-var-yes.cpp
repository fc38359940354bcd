/* Races if it gets an argument above 9.
Data race pair: x@15:5:W vs. x@17:5:W
*/
#include <cstdlib>

int x;

int main(int argc, char *argv[]) {
  int size = argc > 1 ? std::atoi(argv[1]) : 0;
#pragma omp parallel
#pragma omp single
  {
    if (size > 9) {
#pragma omp task
    x = 1;
#pragma omp task
    x = 2;
    }
  }
  return 0;
}
