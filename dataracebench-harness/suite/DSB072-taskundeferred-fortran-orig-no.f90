! An undeferred task is over before its creator goes on.

program counting
    implicit none
    integer :: i, steps

    steps = 0
    !$omp parallel private(i)
    !$omp single
    do i = 1, 8
        !$omp task shared(steps) if(.false.)
        steps = steps + 1
        !$omp end task
    end do
    !$omp end single
    !$omp end parallel
    print *, steps
    if (steps /= 8) stop 1
end program counting
