! Both tasks pass one row of a matrix, which is not contiguous, to a procedure that wants it so: it is copied in and out.
!@ twin: fortran-row-argument-apart.f90
program rows
  implicit none
  integer :: a(4, 5)
  a = 0
  !$omp parallel shared(a)
  !$omp single
  !$omp task
  call fill(a(1, :), 5, 1)  !~ race r1 write, race r2 write
  !$omp end task
  !$omp task
  call fill(a(1, :), 5, 2)  !~ race r1 write, race r2 read
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
