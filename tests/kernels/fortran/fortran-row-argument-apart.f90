! Each task passes a row of its own.
!@ twin: fortran-row-argument-same.f90
program rows
  implicit none
  integer :: a(4, 5)
  a = 0
  !$omp parallel shared(a)
  !$omp single
  !$omp task
  call fill(a(1, :), 5, 1)
  !$omp end task
  !$omp task
  call fill(a(2, :), 5, 2)
  !$omp end task
  !$omp end single
  !$omp end parallel
  print *, a(1, 1) > 0
contains
  subroutine fill(row, n, value)
    integer, intent(in) :: n, value
    integer, intent(inout) :: row(n)
    row = row + value
  end subroutine fill
end program rows
