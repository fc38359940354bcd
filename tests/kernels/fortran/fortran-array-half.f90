! An assignment to one half of an array leaves the other alone.
!@ twin: fortran-whole-array.f90
program assignment
  implicit none
  integer, save :: a(100) = 1, x = 0
  !$omp parallel
  !$omp single
  !$omp task
  a(:50) = 3
  !$omp end task
  !$omp task
  x = a(70)
  !$omp end task
  !$omp end single
  !$omp end parallel
  print *, x > 0
end program assignment
