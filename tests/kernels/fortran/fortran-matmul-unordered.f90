! One task multiplies matrices while another writes an element of one.
!@ twin: fortran-matmul-ordered.f90
program product
  implicit none
  real(8) :: a(40, 40), b(40, 40), c(40, 40)
  a = 1
  b = 2
  !$omp parallel shared(a, b, c)
  !$omp single
  !$omp task depend(out: b)
  b(3, 4) = 5  !~ race r1 write
  !$omp end task
  !$omp task depend(in: a)
  c = matmul(a, b)  !~ race r1 read
  !$omp end task
  !$omp end single
  !$omp end parallel
  print *, c(1, 1) > 0
end program product
