! The scratch variable of the loop is private.

program scratching
    implicit none
    integer, parameter :: n = 50
    integer :: i, scratch, a(n)

    !$omp parallel do num_threads(4) private(scratch)
    do i = 1, n
        scratch = i * 2
        a(i) = scratch + 1
    end do
    !$omp end parallel do
    print *, a(5)
    if (a(5) /= 11) stop 1
end program scratching
