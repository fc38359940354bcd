! With nogroup, what follows does not wait for the tasks of the loop.
!@ twin: fortran-taskloop-group.f90
program loop
  implicit none
  integer :: a(8), i
  a = 0
  !$omp parallel
  !$omp single
  !$omp taskloop grainsize(2) shared(a) nogroup
  do i = 1, 8
    a(i) = i  !~ race r1 write
  end do
  !$omp end taskloop
  a(5) = 0  !~ race r1 write
  !$omp end single
  !$omp end parallel
  print *, a(8)
end program loop
