! inout on one element of an array makes a chain.
!@ twin: fortran-depend-inout-other.f90
program depend_inout
  implicit none
  integer :: a(8), i
  a = 0
  !$omp parallel
  !$omp single
  do i = 1, 3
    !$omp task depend(inout: a(4)) firstprivate(i)
    a(4) = i
    !$omp end task
  end do
  !$omp end single
  !$omp end parallel
  print *, a(4) > 0
end program depend_inout
