! The tasks write an element whose index they share with the loop that creates them.
!@ twin: fortran-index-firstprivate.f90
program index
  implicit none
  integer, save :: a(4) = 0, i
  !$omp parallel
  !$omp single
  i = 1
  !$omp task shared(i)
  a(i) = 1  !~ race r1 read
  !$omp end task
  i = 2  !~ race r1 write
  !$omp end single
  !$omp end parallel
  print *, sum(a)
end program index
