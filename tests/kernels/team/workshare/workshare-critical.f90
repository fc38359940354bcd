! Critical regions of one name exclude each other.
!@ twin: workshare-critical-names.f90
!@ options: team=4
!@ guarantee: this lock order only
program names
    implicit none
    integer :: total

    total = 0
    !$omp parallel num_threads(2)
    !$omp critical (left)
    total = total + 1
    !$omp end critical (left)
    !$omp end parallel
    print *, total
    if (total /= 2) stop 1
end program names
