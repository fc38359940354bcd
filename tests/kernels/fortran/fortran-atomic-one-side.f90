! One task updates the variable atomically, the other writes it as it pleases.
!@ twin: fortran-atomic-both-sides.f90
program updates
  implicit none
  integer, save :: x = 0
  !$omp parallel
  !$omp single
  !$omp task
  !$omp atomic update  !~ race r1 write
  x = x + 1
  !$omp end task
  !$omp task
  x = 2  !~ race r1 write
  !$omp end task
  !$omp end single
  !$omp end parallel
  print *, x > 0
end program updates
