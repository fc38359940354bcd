! The depend clauses put the second store behind the first.

program two_stores
    implicit none
    integer :: stock

    stock = 0
    !$omp parallel
    !$omp single
    !$omp task shared(stock) depend(out: stock)
    stock = 10
    !$omp end task
    !$omp task shared(stock) depend(inout: stock)
    stock = stock * 2
    !$omp end task
    !$omp end single
    !$omp end parallel
    print *, stock
    if (stock /= 20) stop 1
end program two_stores
