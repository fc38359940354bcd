! What follows waits for the tasks of the loop.
!@ twin: fortran-taskloop-nogroup.f90
program loop
  implicit none
  integer :: a(8), i
  a = 0
  !$omp parallel
  !$omp single
  !$omp taskloop grainsize(2) shared(a)
  do i = 1, 8
    a(i) = i
  end do
  !$omp end taskloop
  a(5) = 0
  !$omp end single
  !$omp end parallel
  print *, a(8)
end program loop
