! Tasks that may be deferred count in one variable at once.
! Data race pair: steps@13:9:W vs. steps@13:9:W

program counting
    implicit none
    integer :: i, steps

    steps = 0
    !$omp parallel private(i)
    !$omp single
    do i = 1, 8
        !$omp task shared(steps) if(i > 0)
        steps = steps + 1
        !$omp end task
    end do
    !$omp end single
    !$omp end parallel
    print *, steps
end program counting
