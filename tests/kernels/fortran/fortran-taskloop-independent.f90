! Every iteration has an element of its own.
!@ twin: fortran-taskloop-carried.f90
program loop
  implicit none
  integer :: a(9), i
  a = 0
  !$omp parallel
  !$omp single
  !$omp taskloop num_tasks(4) shared(a)
  do i = 2, 9
    a(i) = a(i) + 1
  end do
  !$omp end taskloop
  !$omp end single
  !$omp end parallel
  print *, a(2)
end program loop
