! The creator prints what its task writes: gfortran's library reads the variable.
!@ twin: fortran-print-waited.f90
program output
  implicit none
  integer :: x
  x = 0
  !$omp parallel shared(x)
  !$omp single
  !$omp task
  x = 1  !~ race r1 write
  !$omp end task
  print *, 'x is', x  !~ race r1 read
  !$omp end single
  !$omp end parallel
end program output
