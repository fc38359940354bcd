! The store is inside the ordered region.
!@ twin: workshare-ordered-outside.f90
!@ guarantee: this input, for teams of up to 4 threads that share out loops as in this run
!@ options: team=4
program order
    implicit none
    integer :: i, last, line(16)

    last = 0
    !$omp parallel do ordered schedule(static, 1)
    do i = 1, 16
        line(i) = i
        !$omp ordered
        last = last + i
        !$omp end ordered
    end do
    !$omp end parallel do
    print *, last, line(16)
    if (last /= 136) stop 1
end program order
