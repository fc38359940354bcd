! The creator prints another row than the one that the task writes.
!@ twin: fortran-print-section.f90
program output
  implicit none
  real(8) :: a(4, 5)
  a = 0
  !$omp parallel shared(a)
  !$omp single
  !$omp task
  a(2, 3) = 1
  !$omp end task
  write (*, '(5f4.1)') a(3, :)
  !$omp end single
  !$omp end parallel
end program output
