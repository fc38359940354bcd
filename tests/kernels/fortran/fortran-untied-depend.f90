! Untied tasks with priorities, in the order of their clauses.
!@ twin: fortran-untied.f90
program main
  implicit none
  integer :: x
  x = 0
  !$omp parallel
  !$omp single
  !$omp task untied priority(2) shared(x) depend(inout: x)
  x = 1
  !$omp end task
  !$omp taskyield
  !$omp task untied priority(1) shared(x) depend(inout: x)
  x = 2
  !$omp end task
  !$omp end single
  !$omp end parallel
  print *, x
end program main
