! Both tasks assign to one string.
!@ twin: fortran-string-own.f90
program strings
  implicit none
  character(12), save :: text(2) = ' '
  !$omp parallel
  !$omp single
  !$omp task
  text(1) = repeat('a', 12)  !~ race r1 write
  !$omp end task
  !$omp task
  text(1) = repeat('b', 12)  !~ race r1 write
  !$omp end task
  !$omp end single
  !$omp end parallel
  print *, len_trim(text(1))
end program strings
