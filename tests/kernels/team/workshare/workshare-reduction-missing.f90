! All threads store the last term of their part into one variable.
!@ twin: workshare-reduction.f90
!@ options: team=4
!@ flags: -fno-inline
module adding
    implicit none
    integer :: total = 0
contains
    subroutine keep(value)
        integer, intent(in) :: value
        total = value !~ race r1 write, race r1 write
    end subroutine keep
end module adding

program sums
    use adding
    implicit none
    integer :: i

    !$omp parallel do schedule(dynamic)
    do i = 1, 40
        call keep(i)
    end do
    !$omp end parallel do
    print *, total > 0
end program sums
