! Tasks that only say in are concurrent, although they write.
!@ twin: fortran-depend-mutex.f90
program main
  implicit none
  integer :: x, i
  x = 0
  !$omp parallel
  !$omp single
  do i = 1, 3
    !$omp task depend(in: x) shared(x) firstprivate(i)
    x = x + i !~ race r1 write, race r1 write, race r2 read, race r2 write
    !$omp end task
  end do
  !$omp end single
  !$omp end parallel
  print *, x
end program main
