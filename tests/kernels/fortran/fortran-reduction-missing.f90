! The tasks of a group add to one variable without taking part in the reduction.
!@ twin: fortran-reduction.f90
program reduction
  implicit none
  integer :: total, i
  total = 0
  !$omp parallel shared(total) private(i)
  !$omp single
  !$omp taskgroup task_reduction(+: total)
  do i = 1, 5
    !$omp task shared(total) firstprivate(i)
    total = total + i  !~ race r1 write, race r1 write, race r2 read, race r2 write
    !$omp end task
  end do
  !$omp end taskgroup
  !$omp end single
  !$omp end parallel
  print *, total > 0
end program reduction
