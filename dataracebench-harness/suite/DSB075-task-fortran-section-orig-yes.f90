! Two tasks fill the halves of an array, and both fill the element in the middle.
! Data race pair: cell(i)@13:9:W vs. cell(i)@18:9:W

program halves
    implicit none
    integer :: i, cell(9)

    cell = 0
    !$omp parallel private(i)
    !$omp single
    !$omp task shared(cell) private(i)
    do i = 1, 5
        cell(i) = 1
    end do
    !$omp end task
    !$omp task shared(cell) private(i)
    do i = 5, 9
        cell(i) = 2
    end do
    !$omp end task
    !$omp end single
    !$omp end parallel
    print *, cell
end program halves
