! A taskgroup waits for grandchildren too.
!@ twin: fortran-taskwait-grandchild.f90
program descendants
  implicit none
  integer, save :: x = 0
  !$omp parallel
  !$omp single
  !$omp taskgroup
  !$omp task
  !$omp task
  x = 1
  !$omp end task
  !$omp end task
  !$omp end taskgroup
  x = 2
  !$omp end single
  !$omp end parallel
  print *, x
end program descendants
