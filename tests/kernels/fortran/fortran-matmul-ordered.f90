! The task that multiplies matrices comes after the one that writes.
!@ twin: fortran-matmul-unordered.f90
program product
  implicit none
  real(8) :: a(40, 40), b(40, 40), c(40, 40)
  a = 1
  b = 2
  !$omp parallel shared(a, b, c)
  !$omp single
  !$omp task depend(out: b)
  b(3, 4) = 5
  !$omp end task
  !$omp task depend(in: b)
  c = matmul(a, b)
  !$omp end task
  !$omp end single
  !$omp end parallel
  print *, c(1, 1) > 0
end program product
