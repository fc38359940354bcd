! The blocks of an allocatable array that the two tasks fill are apart.
!@ twin: fortran-allocatable-overlap.f90
program blocks
  implicit none
  real, allocatable :: field(:)
  integer :: n
  n = 10
  allocate (field(n))
  !$omp parallel shared(field)
  !$omp single
  !$omp task
  call fill(field(1:5), 1.0)
  !$omp end task
  !$omp task
  call fill(field(6:n), 2.0)
  !$omp end task
  !$omp end single
  !$omp end parallel
  print *, field(1) > 0
  deallocate (field)
contains
  subroutine fill(part, value)
    real, intent(out) :: part(:)
    real, intent(in) :: value
    integer :: i
    do i = 1, size(part)
      part(i) = value
    end do
  end subroutine fill
end program blocks
