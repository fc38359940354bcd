! Two tasks store into one variable without depend clauses.
! Data race pair: stock@12:5:W vs. stock@15:5:W

program two_stores
    implicit none
    integer :: stock

    stock = 0
    !$omp parallel
    !$omp single
    !$omp task shared(stock)
    stock = 10
    !$omp end task
    !$omp task shared(stock)
    stock = 20
    !$omp end task
    !$omp end single
    !$omp end parallel
    print *, stock
end program two_stores
