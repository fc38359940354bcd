! Neither untied nor priority nor a taskyield orders tasks.
!@ twin: fortran-untied-depend.f90
program main
  implicit none
  integer :: x
  x = 0
  !$omp parallel
  !$omp single
  !$omp task untied priority(2) shared(x)
  x = 1 !~ race r1 write
  !$omp end task
  !$omp taskyield
  !$omp task untied priority(1) shared(x)
  x = 2 !~ race r1 write
  !$omp end task
  !$omp end single
  !$omp end parallel
  print *, x
end program main
