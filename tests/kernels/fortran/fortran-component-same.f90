! Both tasks write the same component of an object.
!@ twin: fortran-component-apart.f90
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
  p%x = 1  !~ race r1 write
  !$omp end task
  !$omp task
  p%kind = 2_1
  p%x = 2  !~ race r1 write
  !$omp end task
  !$omp end single
  !$omp end parallel
  print *, p%x > 0
end program components
