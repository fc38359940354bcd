! Every task names what it reads and what it writes.
!@ twin: fortran-depend-missing.f90
program depend
  implicit none
  integer :: x, y, z
  x = 0
  y = 0
  z = 0
  !$omp parallel
  !$omp single
  !$omp task depend(out: x) shared(x)
  x = 1
  !$omp end task
  !$omp task depend(in: x) depend(out: y) shared(x, y)
  y = x + 1
  !$omp end task
  !$omp task depend(in: x, y) depend(out: z) shared(x, y, z)
  z = x + y
  !$omp end task
  !$omp end single
  !$omp end parallel
  print *, z
end program depend
