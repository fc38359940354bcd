! The scratch variable of the loop is shared.
! Data race pair: scratch@12:9:W vs. scratch@12:9:W
! Data race pair: scratch@12:9:W vs. scratch@13:16:R

program scratching
    implicit none
    integer, parameter :: n = 50
    integer :: i, scratch, a(n)

    !$omp parallel do num_threads(4)
    do i = 1, n
        scratch = i * 2
        a(i) = scratch + 1
    end do
    !$omp end parallel do
    print *, a(5)
end program scratching
