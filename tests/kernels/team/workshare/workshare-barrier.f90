! A workshare construct ends with a barrier.
!@ twin: workshare-nowait.f90
!@ guarantee: this input, for teams of up to 4 threads that share out loops as in this run
!@ options: team=4
program arrays
    implicit none
    integer, parameter :: n = 40
    integer :: i, a(n), b(n)

    a = 0
    b = 0
    !$omp parallel
    !$omp workshare
    a = 3
    b = a + 1
    !$omp end workshare
    !$omp do schedule(static)
    do i = 1, n
        b(i) = a(n + 1 - i)
    end do
    !$omp end do
    !$omp end parallel
    print *, b(1)
end program arrays
