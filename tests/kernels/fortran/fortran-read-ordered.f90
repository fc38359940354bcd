! The tasks that read a number name its variable.
!@ twin: fortran-read-unordered.f90
program input
  implicit none
  character(3), save :: text = '7 8'
  integer, save :: x = 0
  !$omp parallel
  !$omp single
  !$omp task depend(inout: x)
  read (text, *) x
  !$omp end task
  !$omp task depend(inout: x)
  read (text(2:3), *) x
  !$omp end task
  !$omp end single
  !$omp end parallel
  print *, x > 0
end program input
