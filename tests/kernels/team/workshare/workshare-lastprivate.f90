! The last iteration of a parallel loop hands its value out.
!@ twin: workshare-scalar.f90
!@ guarantee: this input, for teams of up to 4 threads that share out loops as in this run
!@ options: team=4
program scratching
    implicit none
    integer, parameter :: n = 40
    integer :: i, last, a(n)

    last = 0
    !$omp parallel do schedule(static) lastprivate(last)
    do i = 1, n
        a(i) = i
        last = i
    end do
    !$omp end parallel do
    print *, last, a(n)
    if (last /= n) stop 1
end program scratching
