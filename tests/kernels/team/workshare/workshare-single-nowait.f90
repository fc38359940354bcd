! One thread stores, and the others read without waiting.
!@ twin: workshare-copyprivate.f90
!@ options: team=4
program one
    implicit none
    integer :: setting

    setting = 0
    !$omp parallel
    !$omp single
    setting = 1 !~ race r1 write
    !$omp end single nowait
    if (setting < 0) stop 1 !~ race r1 read
    !$omp end parallel
    print *, setting
end program one
