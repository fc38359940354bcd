! The taskwait names the variable that is read behind it.

program waiting
    implicit none
    integer :: a, b, seen

    a = 0
    b = 0
    seen = 0
    !$omp parallel
    !$omp single
    !$omp task shared(a) depend(out: a)
    a = 3
    !$omp end task
    !$omp task shared(b) depend(out: b)
    b = 4
    !$omp end task
    !$omp taskwait depend(in: a)
    seen = a
    !$omp end single
    !$omp end parallel
    print *, seen, b
    if (seen /= 3) stop 1
end program waiting
