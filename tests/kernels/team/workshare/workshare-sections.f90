! Two sections store into one variable.
!@ twin: workshare-sections-own.f90
!@ options: team=4
!@ flags: -fno-inline
module modes
    implicit none
    integer :: mode = 0
contains
    subroutine one()
        mode = 1 !~ race r1 write
    end subroutine one

    subroutine two()
        mode = 2 !~ race r1 write
    end subroutine two
end module modes

program parts
    use modes
    implicit none

    !$omp parallel sections
    !$omp section
    call one()
    !$omp section
    call two()
    !$omp end parallel sections
    print *, mode > 0
end program parts
