! Two tasks read a number into the same variable.
!@ twin: fortran-read-ordered.f90
program input
  implicit none
  character(3), save :: text = '7 8'
  integer, save :: x = 0
  !$omp parallel
  !$omp single
  !$omp task
  read (text, *) x  !~ race r1 write
  !$omp end task
  !$omp task
  read (text(2:3), *) x  !~ race r1 write
  !$omp end task
  !$omp end single
  !$omp end parallel
  print *, x > 0
end program input
