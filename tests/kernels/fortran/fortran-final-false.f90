! A final clause that is false changes nothing: the two children are unordered.
!@ twin: fortran-final-true.f90
program last
  implicit none
  integer, save :: x = 0
  logical :: is_last
  is_last = .false.
  !$omp parallel
  !$omp single
  !$omp task final(is_last)
  !$omp task
  x = 1  !~ race r1 write
  !$omp end task
  !$omp task
  x = 2  !~ race r1 write
  !$omp end task
  !$omp end task
  !$omp end single
  !$omp end parallel
  print *, x > 0
end program last
