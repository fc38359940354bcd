! Both tasks update the variable atomically.
!@ twin: fortran-atomic-one-side.f90
!@ guarantee: this lock order only
program updates
  implicit none
  integer, save :: x = 0
  !$omp parallel
  !$omp single
  !$omp task
  !$omp atomic update
  x = x + 1
  !$omp end task
  !$omp task
  !$omp atomic update
  x = x + 2
  !$omp end task
  !$omp end single
  !$omp end parallel
  print *, x > 0
end program updates
