! One task writes outside of the critical section.
!@ twin: fortran-critical-both-sides.f90
program sections
  implicit none
  integer, save :: x = 0
  !$omp parallel
  !$omp single
  !$omp task
  !$omp critical (total)
  x = 1  !~ race r1 write
  !$omp end critical (total)
  !$omp end task
  !$omp task
  x = 2  !~ race r1 write
  !$omp end task
  !$omp end single
  !$omp end parallel
  print *, x > 0
end program sections
