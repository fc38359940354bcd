! Each task writes a component of its own.
!@ twin: fortran-component-same.f90
module shapes
  implicit none
  type :: point
    integer(1) :: tag = 0
    integer(1) :: kind = 0
    real(8) :: x = 0, y = 0
  end type point
end module shapes

program components
  use shapes
  implicit none
  type(point) :: p
  !$omp parallel shared(p)
  !$omp single
  !$omp task
  p%tag = 1_1
  p%x = 1
  !$omp end task
  !$omp task
  p%kind = 2_1
  p%y = 2
  !$omp end task
  !$omp end single
  !$omp end parallel
  print *, p%x > 0
end program components
