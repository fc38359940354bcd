! Two tasks call an internal procedure that writes a variable of its host.
!@ twin: fortran-local-variable.f90
program host
  implicit none
  integer :: counter
  counter = 0
  call run()
  print *, counter
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
