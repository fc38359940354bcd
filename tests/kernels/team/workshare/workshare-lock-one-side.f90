! One thread takes the lock before it stores, the other does not.
!@ twin: workshare-lock.f90
!@ options: team=4
program locking
    use omp_lib
    implicit none
    integer(omp_lock_kind) :: lock
    integer :: total

    total = 0
    call omp_init_lock(lock)
    !$omp parallel num_threads(2)
    if (omp_get_thread_num() == 0) then
        call omp_set_lock(lock)
        total = 1 !~ race r1 write
        call omp_unset_lock(lock)
    else
        total = 2 !~ race r1 write
    end if
    !$omp end parallel
    call omp_destroy_lock(lock)
    print *, total > 0
end program locking
