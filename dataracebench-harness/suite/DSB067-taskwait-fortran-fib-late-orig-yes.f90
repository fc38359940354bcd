! Fibonacci numbers: the halves are added before the taskwait.
! Data race pair: a@17:13:W vs. a@22:22:R
! Data race pair: b@20:13:W vs. b@22:26:R

module fibonacci
    implicit none
contains
    recursive integer function fib(n) result(answer)
        integer, intent(in) :: n
        integer :: a, b
        if (n < 2) then
            answer = n
        else
            a = 0
            b = 0
            !$omp task shared(a) firstprivate(n)
            a = fib(n - 1)
            !$omp end task
            !$omp task shared(b) firstprivate(n)
            b = fib(n - 2)
            !$omp end task
            answer = a + b
            !$omp taskwait
        end if
    end function fib
end module fibonacci

program numbers
    use fibonacci
    implicit none
    integer :: answer

    !$omp parallel
    !$omp single
    answer = fib(8)
    !$omp end single
    !$omp end parallel
    print *, answer
end program numbers
