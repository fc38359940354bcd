! The tasks write different elements of an array of objects.
!@ twin: fortran-object-array-same.f90
program objects
  implicit none
  type :: cell
    integer :: value = 0
    integer, allocatable :: history(:)
  end type cell
  type(cell) :: cells(3)
  integer :: i
  do i = 1, 3
    allocate (cells(i)%history(2))
    cells(i)%history = 0
  end do
  !$omp parallel shared(cells)
  !$omp single
  do i = 1, 2
    !$omp task firstprivate(i)
    cells(i)%history(1) = i
    !$omp end task
  end do
  !$omp end single
  !$omp end parallel
  print *, cells(1)%history(1) > 0
end program objects
