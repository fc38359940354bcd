! The private pointers of the two tasks have different targets.
!@ twin: fortran-pointer-same.f90
program pointers
  implicit none
  integer, target, save :: a(4) = 0
  integer, pointer :: p
  !$omp parallel private(p)
  !$omp single
  p => a(1)
  !$omp task firstprivate(p)
  p = 1
  !$omp end task
  p => a(2)
  !$omp task firstprivate(p)
  p = 2
  !$omp end task
  !$omp end single
  !$omp end parallel
  print *, a(1) > 0
end program pointers
