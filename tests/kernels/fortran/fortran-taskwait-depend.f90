! The taskwait names the variable that is read after it.
!@ twin: fortran-taskwait-depend-other.f90
program waiting
  implicit none
  integer, save :: x = 0, y = 0, z = 0
  !$omp parallel
  !$omp single
  !$omp task depend(out: x)
  x = 1
  !$omp end task
  !$omp task depend(out: y)
  y = 1
  !$omp end task
  !$omp taskwait depend(in: x)
  z = x
  !$omp end single
  !$omp end parallel
  print *, z
end program waiting
