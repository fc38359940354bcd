! Each task has a string of its own.
!@ twin: fortran-string-shared.f90
program strings
  implicit none
  character(12), save :: text(2) = ' '
  !$omp parallel
  !$omp single
  !$omp task
  text(1) = repeat('a', 12)
  !$omp end task
  !$omp task
  text(2) = repeat('b', 12)
  !$omp end task
  !$omp end single
  !$omp end parallel
  print *, len_trim(text(1))
end program strings
