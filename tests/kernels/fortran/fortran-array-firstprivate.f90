! Each task has a copy of the allocatable array, made by a function of gfortran's.
!@ twin: fortran-array-shared.f90
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
    !$omp task firstprivate(work) firstprivate(i)
    work(2) = i
    !$omp end task
  end do
  !$omp end single
  !$omp end parallel
  print *, total
end program scratch
