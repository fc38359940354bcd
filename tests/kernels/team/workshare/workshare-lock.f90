! Both threads take the lock before they store.
!@ twin: workshare-lock-one-side.f90
!@ options: team=4
!@ guarantee: this lock order only
program locking
    use omp_lib
    implicit none
    integer(omp_lock_kind) :: lock
    integer :: total

    total = 0
    call omp_init_lock(lock)
    !$omp parallel num_threads(2)
    call omp_set_lock(lock)
    total = total + 1
    call omp_unset_lock(lock)
    !$omp end parallel
    call omp_destroy_lock(lock)
    print *, total
    if (total /= 2) stop 1
end program locking
