! A condition that is false makes the task undeferred: its creator goes on after it.
!@ twin: fortran-if-true.f90
program condition
  implicit none
  integer, save :: x = 0
  logical :: wanted
  wanted = .false.
  !$omp parallel
  !$omp single
  !$omp task if(wanted)
  x = 1
  !$omp end task
  x = 2
  !$omp end single
  !$omp end parallel
  print *, x > 0
end program condition
