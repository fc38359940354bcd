! The tasks of a group take part in a reduction.
!@ twin: fortran-reduction-missing.f90
program reduction
  implicit none
  integer :: total, i
  total = 0
  !$omp parallel shared(total) private(i)
  !$omp single
  !$omp taskgroup task_reduction(+: total)
  do i = 1, 5
    !$omp task in_reduction(+: total) firstprivate(i)
    total = total + i
    !$omp end task
  end do
  !$omp end taskgroup
  !$omp end single
  !$omp end parallel
  print *, total > 0
end program reduction
