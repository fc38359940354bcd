! Without the barrier at the end of single, its task and the next one are unordered.
!@ twin: fortran-single-barrier.f90
program phases
  implicit none
  integer, save :: x = 0
  !$omp parallel
  !$omp single
  !$omp task
  x = 1  !~ race r1 write
  !$omp end task
  !$omp end single nowait
  !$omp single
  !$omp task
  x = 2  !~ race r1 write
  !$omp end task
  !$omp end single
  !$omp end parallel
  print *, x
end program phases
