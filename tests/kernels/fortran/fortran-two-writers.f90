! Two tasks write one variable of a module.
!@ twin: fortran-two-writers-waited.f90
module state
  implicit none
  integer :: x = 0
end module state

program two_writers
  use state
  implicit none
  !$omp parallel
  !$omp single
  !$omp task
  x = 1  !~ race r1 write
  !$omp end task
  !$omp task
  x = 2  !~ race r1 write
  !$omp end task
  !$omp end single
  !$omp end parallel
  print *, x > 0
end program two_writers
