! The group waits for the task in it and for that task's child.

program groups
    implicit none
    integer :: state

    state = 0
    !$omp parallel
    !$omp single
    !$omp taskgroup
    !$omp task shared(state)
    !$omp task shared(state)
    state = 1
    !$omp end task
    !$omp end task
    !$omp end taskgroup
    !$omp task shared(state)
    state = state + 1
    !$omp end task
    !$omp end single
    !$omp end parallel
    print *, state
    if (state /= 2) stop 1
end program groups
