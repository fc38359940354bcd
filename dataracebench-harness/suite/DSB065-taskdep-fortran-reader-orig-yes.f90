! The reading task names another variable than the one it reads.
! Data race pair: cell@14:5:W vs. cell@17:12:R

program reader
    implicit none
    integer :: cell, other, seen

    cell = 0
    other = 0
    seen = 0
    !$omp parallel
    !$omp single
    !$omp task shared(cell) depend(out: cell)
    cell = 7
    !$omp end task
    !$omp task shared(cell, seen) depend(in: other)
    seen = cell
    !$omp end task
    !$omp end single
    !$omp end parallel
    print *, seen, other
end program reader
