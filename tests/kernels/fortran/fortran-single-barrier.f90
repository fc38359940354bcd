! The barrier at the end of single waits for all tasks.
!@ twin: fortran-single-nowait.f90
program phases
  implicit none
  integer, save :: x = 0
  !$omp parallel
  !$omp single
  !$omp task
  x = 1
  !$omp end task
  !$omp end single
  !$omp single
  !$omp task
  x = 2
  !$omp end task
  !$omp end single
  !$omp end parallel
  print *, x
end program phases
