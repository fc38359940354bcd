! Without its barrier the first construct is not over when the second reads the array in another
! order.
! Data race pair: a(i)@15:9:W vs. a(n+1-i)@20:16:R

program workshares
    implicit none
    integer, parameter :: n = 40
    integer :: i, a(n), b(n)

    a = 0
    b = 0
    !$omp parallel num_threads(4)
    !$omp do schedule(static)
    do i = 1, n
        a(i) = i
    end do
    !$omp end do nowait
    !$omp do schedule(static)
    do i = 1, n
        b(i) = a(n+1-i)
    end do
    !$omp end do
    !$omp end parallel
    print *, b(1)
end program workshares
