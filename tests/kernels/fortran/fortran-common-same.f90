! Two procedures write the same variable of a common block, under different names.
!@ twin: fortran-common-apart.f90
program block
  implicit none
  integer :: i, j
  common /shared_data/ i, j
  i = 0
  j = 0
  !$omp parallel
  !$omp single
  !$omp task
  call write_one()
  !$omp end task
  !$omp task
  call write_other()
  !$omp end task
  !$omp end single
  !$omp end parallel
  print *, i > 0
end program block

subroutine write_one()
  implicit none
  integer :: a, b
  common /shared_data/ a, b
  a = 1  !~ race r1 write
end subroutine write_one

subroutine write_other()
  implicit none
  integer :: c, d
  common /shared_data/ c, d
  c = 2  !~ race r1 write
end subroutine write_other
