! The automatic array belongs to the caller, and two tasks write an element of it.
!@ twin: fortran-automatic-own.f90
program automatic
  implicit none
  call run(6)
contains
  subroutine run(n)
    integer, intent(in) :: n
    integer :: sums(2), scratch(n), i
    scratch = 0
    !$omp parallel shared(sums, scratch) private(i)
    !$omp single
    do i = 1, 2
      !$omp task firstprivate(i)
      call work(n, i, sums(i), scratch(3))
      !$omp end task
    end do
    !$omp end single
    !$omp end parallel
    print *, sums(1) > 0
  end subroutine run

  subroutine work(n, value, total, unused)
    integer, intent(in) :: n, value
    integer, intent(out) :: total
    integer, intent(inout) :: unused
    integer :: mine(n), i
    do i = 1, n
      mine(i) = value * i
    end do
    total = sum(mine)
    unused = total  !~ race r1 write, race r1 write
  end subroutine work
end program automatic
