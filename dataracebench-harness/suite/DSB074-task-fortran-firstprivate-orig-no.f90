! Each task has its own copy of the index with the value of the moment it was created.

program copies
    implicit none
    integer :: i, seen(12)

    seen = 0
    !$omp parallel private(i)
    !$omp single
    do i = 1, 12
        !$omp task shared(seen) firstprivate(i)
        seen(i) = i * i
        !$omp end task
    end do
    !$omp end single
    !$omp end parallel
    print *, seen(7)
    if (seen(7) /= 49) stop 1
end program copies
