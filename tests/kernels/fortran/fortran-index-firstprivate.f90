! Each task has the index that it was created with.
!@ twin: fortran-index-shared.f90
program index
  implicit none
  integer, save :: a(4) = 0, i
  !$omp parallel
  !$omp single
  i = 1
  !$omp task firstprivate(i)
  a(i) = 1
  !$omp end task
  i = 2
  !$omp end single
  !$omp end parallel
  print *, sum(a)
end program index
