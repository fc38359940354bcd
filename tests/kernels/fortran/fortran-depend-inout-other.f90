! The tasks that write one element name different elements.
!@ twin: fortran-depend-inout.f90
program depend_inout
  implicit none
  integer :: a(8), i
  a = 0
  !$omp parallel
  !$omp single
  do i = 1, 3
    !$omp task depend(inout: a(i)) firstprivate(i)
    a(4) = i  !~ race r1 write, race r1 write
    !$omp end task
  end do
  !$omp end single
  !$omp end parallel
  print *, a(4) > 0
end program depend_inout
