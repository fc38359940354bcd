! All threads add to sums of their own, which gfortran combines with atomic additions.
!@ twin: workshare-reduction-missing.f90
!@ options: team=4
!@ guarantee: this lock order only, for teams of up to 4 threads that share out loops as in this run
program sums
    implicit none
    integer :: i, total

    total = 0
    !$omp parallel do schedule(dynamic) reduction(+: total)
    do i = 1, 40
        total = total + i
    end do
    !$omp end parallel do
    print *, total
    if (total /= 820) stop 1
end program sums
