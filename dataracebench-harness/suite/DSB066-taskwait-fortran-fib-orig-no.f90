! Fibonacci numbers: both halves are there after the taskwait.

module fibonacci
    implicit none
contains
    recursive integer function fib(n) result(answer)
        integer, intent(in) :: n
        integer :: a, b
        if (n < 2) then
            answer = n
        else
            !$omp task shared(a) firstprivate(n)
            a = fib(n - 1)
            !$omp end task
            !$omp task shared(b) firstprivate(n)
            b = fib(n - 2)
            !$omp end task
            !$omp taskwait
            answer = a + b
        end if
    end function fib
end module fibonacci

program numbers
    use fibonacci
    implicit none
    integer :: answer

    !$omp parallel
    !$omp single
    answer = fib(10)
    !$omp end single
    !$omp end parallel
    print *, answer
    if (answer /= 55) stop 1
end program numbers
