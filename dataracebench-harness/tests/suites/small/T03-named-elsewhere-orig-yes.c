/* Two tasks write x, and the comment names other lines.
Data race pair: x@4:5:W vs. x@16:14:R
*/
int x;

int main(void) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    x = 1;
#pragma omp task
    x = 2;
  }
  int y = 0;
  return y < x ? 0 : 0;
}
