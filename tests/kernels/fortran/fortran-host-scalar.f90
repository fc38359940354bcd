! Tasks call an internal procedure that writes a scalar of its host. As the scalar is nowhere passed on by reference, gcc (12)
! does not instrument the access.
!@ twin: fortran-host-scalar-waited.f90
!@ known-false-negative: gcc does not tell of the access
program host
  implicit none
  integer :: counter
  counter = 0
  call run()
  print *, counter >= 0
contains
  subroutine run()
    integer :: i
    !$omp parallel private(i)
    !$omp single
    do i = 1, 2
      !$omp task firstprivate(i)
      call set(i)
      !$omp end task
    end do
    !$omp end single
    !$omp end parallel
  end subroutine run

  subroutine set(value)
    integer, intent(in) :: value
    counter = value  !~ race r1 write, race r1 write
  end subroutine set
end program host
