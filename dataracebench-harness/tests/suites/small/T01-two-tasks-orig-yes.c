/* Two tasks write x.
Data race pair: x@11:5:W vs. x@13:5:W
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
  return 0;
}
