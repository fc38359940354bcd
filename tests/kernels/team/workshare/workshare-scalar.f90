! The scratch variable of a parallel loop is shared.
!@ twin: workshare-lastprivate.f90
!@ options: team=4
!@ flags: -fno-inline
module scratch
    implicit none
    integer :: last = 0
contains
    subroutine keep(value)
        integer, intent(in) :: value
        last = value !~ race r1 write, race r1 write
    end subroutine keep
end module scratch

program scratching
    use scratch
    implicit none
    integer, parameter :: n = 40
    integer :: i, a(n)

    !$omp parallel do schedule(static)
    do i = 1, n
        a(i) = i
        call keep(i)
    end do
    !$omp end parallel do
    print *, last, a(n)
end program scratching
