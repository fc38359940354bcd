! Two tasks write one variable, and nothing orders them.
program racy
  implicit none
  integer :: x = 0
  !$omp parallel
  !$omp single
  !$omp task shared(x)
  x = 1
  !$omp end task
  !$omp task shared(x)
  x = 2
  !$omp end task
  !$omp end single
  !$omp end parallel
  if (x == 0) stop 1
end program racy
