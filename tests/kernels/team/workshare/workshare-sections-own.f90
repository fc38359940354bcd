! Two sections store into two variables.
!@ twin: workshare-sections.f90
!@ options: team=4
program parts
    implicit none
    integer :: left, right

    left = 0
    right = 0
    !$omp parallel sections
    !$omp section
    left = 1
    !$omp section
    right = 2
    !$omp end parallel sections
    print *, left + right
    if (left + right /= 3) stop 1
end program parts
