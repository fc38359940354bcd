! The creator waits before it prints.
!@ twin: fortran-print-unwaited.f90
program output
  implicit none
  integer :: x
  x = 0
  !$omp parallel shared(x)
  !$omp single
  !$omp task
  x = 1
  !$omp end task
  !$omp taskwait
  print *, 'x is', x
  !$omp end single
  !$omp end parallel
end program output
