! A common block is one for all threads.
!@ twin: workshare-threadprivate.f90
!@ options: team=4
program commons
    implicit none
    integer :: scratch
    common /store/ scratch

    !$omp parallel
    scratch = 1 !~ race r1 write, race r1 write
    !$omp end parallel
    print *, scratch
end program commons
