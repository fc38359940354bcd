! Tasks with mutexinoutset exclude each other.
!@ twin: fortran-depend-in-writes.f90
!@ guarantee: this lock order only
program main
  implicit none
  integer :: x, i
  x = 0
  !$omp parallel
  !$omp single
  do i = 1, 3
    !$omp task depend(mutexinoutset: x) shared(x) firstprivate(i)
    x = x + i
    !$omp end task
  end do
  !$omp end single
  !$omp end parallel
  print *, x
end program main
