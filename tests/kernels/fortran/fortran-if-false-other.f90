! The undeferred task does not name x: neither it nor its creator has waited for the writer.
!@ twin: fortran-if-false-depend.f90
program condition
  implicit none
  integer, save :: x = 0, y = 0
  !$omp parallel
  !$omp single
  !$omp task depend(out: x)
  x = 1  !~ race r1 write, race r2 write
  !$omp end task
  !$omp task if(.false.) depend(in: y)
  y = x  !~ race r1 read
  !$omp end task
  x = 2  !~ race r2 write
  !$omp end single
  !$omp end parallel
  print *, y
end program condition
