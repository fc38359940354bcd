! Two tasks race. Both units are left open: Fortran's library writes them out when the program ends.
program open_unit
  implicit none
  integer :: x
  character(len=4096) :: path
  call get_command_argument(1, path)
  open(unit=20, file=trim(path), status='replace')
  x = 0
  !$omp parallel shared(x)
  !$omp single
  !$omp task shared(x)
  x = 1
  !$omp end task
  !$omp task shared(x)
  x = 2
  !$omp end task
  !$omp end single
  !$omp end parallel
  write(20, '(a)') 'to the unit'
  write(*, '(a)') 'to standard output'
end program open_unit
