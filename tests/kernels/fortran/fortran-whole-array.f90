! An assignment to a whole array writes the element that the other task reads.
!@ twin: fortran-array-half.f90
program assignment
  implicit none
  integer, save :: a(100) = 1, x = 0
  !$omp parallel
  !$omp single
  !$omp task
  a(:) = 3  !~ race r1 write
  !$omp end task
  !$omp task
  x = a(70)  !~ race r1 read
  !$omp end task
  !$omp end single
  !$omp end parallel
  print *, x > 0
end program assignment
