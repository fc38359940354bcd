! One thread adds atomically, the other stores without.
!@ twin: workshare-atomic.f90
!@ options: team=4
program adding
    use omp_lib
    implicit none
    integer :: total

    total = 0
    !$omp parallel num_threads(2)
    if (omp_get_thread_num() == 0) then
        !$omp atomic !~ race r1 write
        total = total + 1
    else
        total = 2 !~ race r1 write
    end if
    !$omp end parallel
    print *, total > 0
end program adding
