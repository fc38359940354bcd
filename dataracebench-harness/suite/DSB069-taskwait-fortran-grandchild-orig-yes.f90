! The taskwait waits for the child, which does not wait for its own child.
! Data race pair: state@14:5:W vs. state@18:12:R

program generations
    implicit none
    integer :: state, seen

    state = 0
    seen = 0
    !$omp parallel
    !$omp single
    !$omp task shared(state)
    !$omp task shared(state)
    state = 1
    !$omp end task
    !$omp end task
    !$omp taskwait
    seen = state
    !$omp end single
    !$omp end parallel
    print *, seen
end program generations
