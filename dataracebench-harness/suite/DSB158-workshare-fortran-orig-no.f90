! A workshare construct ends with a barrier; the loop behind it may read the whole array.

program workshares
    implicit none
    integer, parameter :: n = 40
    integer :: i, a(n), b(n)

    a = 0
    b = 0
    !$omp parallel num_threads(4)
    !$omp workshare
    a = 7
    !$omp end workshare
    !$omp do schedule(static)
    do i = 1, n
        b(i) = a(n+1-i) + i
    end do
    !$omp end do
    !$omp end parallel
    print *, b(1)
    if (b(1) /= 8) stop 1
end program workshares
