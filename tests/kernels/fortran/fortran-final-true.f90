! The children of a final task run to their end where they are created.
!@ twin: fortran-final-false.f90
program last
  implicit none
  integer, save :: x = 0
  logical :: is_last
  is_last = .true.
  !$omp parallel
  !$omp single
  !$omp task final(is_last)
  !$omp task
  x = 1
  !$omp end task
  !$omp task
  x = 2
  !$omp end task
  !$omp end task
  !$omp end single
  !$omp end parallel
  print *, x > 0
end program last
