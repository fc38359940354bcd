! A taskwait does not wait for grandchildren.
!@ twin: fortran-taskgroup.f90
program descendants
  implicit none
  integer, save :: x = 0
  !$omp parallel
  !$omp single
  !$omp task
  !$omp task
  x = 1  !~ race r1 write
  !$omp end task
  !$omp end task
  !$omp taskwait
  x = 2  !~ race r1 write
  !$omp end single
  !$omp end parallel
  print *, x
end program descendants
