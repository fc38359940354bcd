! Tasks call an internal procedure that writes a scalar of its host, one after the other.
!@ twin: fortran-host-scalar.f90
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
      !$omp taskwait
    end do
    !$omp end single
    !$omp end parallel
  end subroutine run

  subroutine set(value)
    integer, intent(in) :: value
    counter = value
  end subroutine set
end program host
