! Without a barrier the loop behind the workshare construct reads what other threads may not have written yet.
!@ twin: workshare-barrier.f90
!@ options: team=4
program arrays
    implicit none
    integer, parameter :: n = 40
    integer :: i, a(n), b(n)

    a = 0
    b = 0
    !$omp parallel
    !$omp do schedule(static)
    do i = 1, n
        a(i) = i !~ race r1 write
    end do
    !$omp end do nowait
    !$omp do schedule(static)
    do i = 1, n
        b(i) = a(n + 1 - i) !~ race r1 read
    end do
    !$omp end do
    !$omp end parallel
    print *, b(1)
end program arrays
