! A condition that is true leaves the task deferred.
!@ twin: fortran-if-false.f90
program condition
  implicit none
  integer, save :: x = 0
  logical :: wanted
  wanted = .true.
  !$omp parallel
  !$omp single
  !$omp task if(wanted)
  x = 1  !~ race r1 write
  !$omp end task
  x = 2  !~ race r1 write
  !$omp end single
  !$omp end parallel
  print *, x > 0
end program condition
