! The creator prints a row of a matrix while a task writes an element of it.
!@ twin: fortran-print-other-section.f90
program output
  implicit none
  real(8) :: a(4, 5)
  a = 0
  !$omp parallel shared(a)
  !$omp single
  !$omp task
  a(2, 3) = 1  !~ race r1 write
  !$omp end task
  write (*, '(5f4.1)') a(2, :)  !~ race r1 read
  !$omp end single
  !$omp end parallel
end program output
