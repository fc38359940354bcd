! Both tasks hold the critical section when they write.
!@ twin: fortran-critical-one-side.f90
!@ guarantee: this lock order only
program sections
  implicit none
  integer, save :: x = 0
  !$omp parallel
  !$omp single
  !$omp task
  !$omp critical (total)
  x = 1
  !$omp end critical (total)
  !$omp end task
  !$omp task
  !$omp critical (total)
  x = 2
  !$omp end critical (total)
  !$omp end task
  !$omp end single
  !$omp end parallel
  print *, x > 0
end program sections
