// Two tasks of which each line of one races with the same line of the other, as many as the argument says; and one more pair on another
// variable.
#include <stdlib.h>

enum { LINES = 40 };

int array[LINES];
int other;

static void work(int lines, int number) {
  for (int line = 0; line < lines; line++) {
    switch (line) {
    case 0: array[0] = number; break;
    case 1: array[1] = number; break;
    case 2: array[2] = number; break;
    case 3: array[3] = number; break;
    case 4: array[4] = number; break;
    case 5: array[5] = number; break;
    case 6: array[6] = number; break;
    case 7: array[7] = number; break;
    case 8: array[8] = number; break;
    case 9: array[9] = number; break;
    case 10: array[10] = number; break;
    case 11: array[11] = number; break;
    case 12: array[12] = number; break;
    case 13: array[13] = number; break;
    case 14: array[14] = number; break;
    case 15: array[15] = number; break;
    case 16: array[16] = number; break;
    case 17: array[17] = number; break;
    case 18: array[18] = number; break;
    case 19: array[19] = number; break;
    case 20: array[20] = number; break;
    case 21: array[21] = number; break;
    case 22: array[22] = number; break;
    case 23: array[23] = number; break;
    case 24: array[24] = number; break;
    case 25: array[25] = number; break;
    case 26: array[26] = number; break;
    case 27: array[27] = number; break;
    case 28: array[28] = number; break;
    case 29: array[29] = number; break;
    case 30: array[30] = number; break;
    case 31: array[31] = number; break;
    case 32: array[32] = number; break;
    case 33: array[33] = number; break;
    case 34: array[34] = number; break;
    case 35: array[35] = number; break;
    case 36: array[36] = number; break;
    case 37: array[37] = number; break;
    case 38: array[38] = number; break;
    case 39: array[39] = number; break;
    }
  }
}

int main(int argc, char **argv) {
  int lines = argc > 1 ? atoi(argv[1]) : LINES;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task
    {
      work(lines, 1);
      other = 1;
    }
#pragma omp task
    {
      work(lines, 2);
      other = 2;
    }
  }
  return 0;
}
