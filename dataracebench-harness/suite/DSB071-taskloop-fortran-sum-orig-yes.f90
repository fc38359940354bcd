! All tasks of the loop add to one sum.
! Data race pair: total@14:9:W vs. total@14:9:R

program loop
    implicit none
    integer, parameter :: n = 32
    integer :: i, total

    total = 0
    !$omp parallel
    !$omp single
    !$omp taskloop num_tasks(4) shared(total)
    do i = 1, n
        total = total + i
    end do
    !$omp end taskloop
    !$omp end single
    !$omp end parallel
    print *, total
end program loop
