! Every task of the loop writes its own elements of the array.

program loop
    implicit none
    integer, parameter :: n = 32
    integer :: i, cell(n)

    cell = 0
    !$omp parallel
    !$omp single
    !$omp taskloop num_tasks(4)
    do i = 1, n
        cell(i) = 2 * i
    end do
    !$omp end taskloop
    !$omp end single
    !$omp end parallel
    print *, sum(cell)
    if (sum(cell) /= n * (n + 1)) stop 1
end program loop
