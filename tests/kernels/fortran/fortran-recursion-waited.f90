! Every call waits for the half that a task makes. (An inlined call would take the line of its assignment along.)
!@ twin: fortran-recursion-unwaited.f90
!@ flags: -fno-inline
program recursion
  implicit none
  integer :: result
  result = 0
  !$omp parallel shared(result)
  !$omp single
  result = fib(4)
  !$omp end single
  !$omp end parallel
  print *, result > 0
contains
  recursive function fib(n) result(value)
    integer, intent(in) :: n
    integer :: value, left, right
    if (n < 2) then
      value = n
      return
    end if
    !$omp task shared(left) firstprivate(n)
    left = fib(n - 1)
    !$omp end task
    right = fib(n - 2)
    !$omp taskwait
    value = left + right
  end function fib
end program recursion
