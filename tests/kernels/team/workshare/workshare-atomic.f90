! Both threads add atomically.
!@ twin: workshare-atomic-one-side.f90
!@ options: team=4
!@ guarantee: this lock order only
program adding
    implicit none
    integer :: total

    total = 0
    !$omp parallel num_threads(2)
    !$omp atomic
    total = total + 1
    !$omp end parallel
    print *, total
    if (total /= 2) stop 1
end program adding
