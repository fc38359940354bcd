! An undeferred task waits for the tasks that its clause names, and its creator for it.
!@ twin: fortran-if-false-other.f90
program condition
  implicit none
  integer, save :: x = 0, y = 0
  !$omp parallel
  !$omp single
  !$omp task depend(out: x)
  x = 1
  !$omp end task
  !$omp task if(.false.) depend(in: x)
  y = x
  !$omp end task
  x = 2
  !$omp end single
  !$omp end parallel
  print *, y
end program condition
