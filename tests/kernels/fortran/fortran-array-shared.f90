! The tasks use one allocatable array as scratch space.
!@ twin: fortran-array-firstprivate.f90
program scratch
  implicit none
  integer, allocatable :: work(:)
  integer :: i, total
  allocate (work(4))
  work = 1
  total = 0
  !$omp parallel shared(total)
  !$omp single
  do i = 1, 3
    !$omp task shared(work) firstprivate(i)
    work(2) = i  !~ race r1 write, race r1 write
    !$omp end task
  end do
  !$omp end single
  !$omp end parallel
  print *, total
end program scratch
