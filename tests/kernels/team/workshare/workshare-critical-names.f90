! Critical regions of two names do not exclude each other.
!@ twin: workshare-critical.f90
!@ options: team=4
program names
    use omp_lib
    implicit none
    integer :: total

    total = 0
    !$omp parallel num_threads(2)
    if (omp_get_thread_num() == 0) then
        !$omp critical (left)
        total = 1 !~ race r1 write
        !$omp end critical (left)
    else
        !$omp critical (right)
        total = 2 !~ race r1 write
        !$omp end critical (right)
    end if
    !$omp end parallel
    print *, total
end program names
