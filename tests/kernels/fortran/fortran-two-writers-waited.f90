! A taskwait stands between the two tasks that write.
!@ twin: fortran-two-writers.f90
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
  x = 1
  !$omp end task
  !$omp taskwait
  !$omp task
  x = 2
  !$omp end task
  !$omp end single
  !$omp end parallel
  print *, x > 0
end program two_writers
