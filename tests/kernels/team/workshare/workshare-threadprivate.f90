! A threadprivate common block is one for each thread.
!@ twin: workshare-common.f90
!@ options: team=4
program commons
    implicit none
    integer :: scratch
    common /store/ scratch
    !$omp threadprivate(/store/)

    !$omp parallel
    scratch = 1
    !$omp end parallel
    print *, scratch
end program commons
