! The private pointers of the two tasks have the same target.
!@ twin: fortran-pointer-apart.f90
program pointers
  implicit none
  integer, target, save :: a(4) = 0
  integer, pointer :: p
  !$omp parallel private(p)
  !$omp single
  p => a(1)
  !$omp task firstprivate(p)
  p = 1  !~ race r1 write
  !$omp end task
  p => a(1)
  !$omp task firstprivate(p)
  p = 2  !~ race r1 write
  !$omp end task
  !$omp end single
  !$omp end parallel
  print *, a(1) > 0
end program pointers
