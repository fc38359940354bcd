! The loop is an ordered one, but the store is outside of the ordered region.
!@ twin: workshare-ordered.f90
!@ options: team=4
program order
    implicit none
    integer :: i, last, line(16)

    last = 0
    !$omp parallel do ordered schedule(static, 1)
    do i = 1, 16
        last = i !~ race r1 write, race r1 write
        !$omp ordered
        line(i) = i
        !$omp end ordered
    end do
    !$omp end parallel do
    print *, last > 0, line(16)
end program order
