! Races in a module's variable, in a common block, in a component and in a local array, with calls on the way.
module state
  implicit none
  integer :: steps = 0
  type :: cell
    real(8) :: heat = 0
    integer :: visits = 0
  end type cell
  type(cell) :: cells(4)
contains
  subroutine advance(by)
    integer, intent(in) :: by
    steps = by
  end subroutine advance
end module state

program solver
  use state
  implicit none
  call run()
contains
  subroutine run()
    integer :: local(4)
    integer :: first, second
    common /totals/ first, second
    first = 0
    second = 0
    local = 0
    !$omp parallel shared(local)
    !$omp single

    !$omp task
    call advance(1)
    second = 1
    cells(3)%visits = 1
    local(2) = 1
    !$omp end task

    !$omp task
    call advance(2)
    second = 2
    cells(3)%visits = 2
    local(2) = 2
    !$omp end task

    !$omp end single
    !$omp end parallel
    if (local(2) == 0) stop 1
  end subroutine run
end program solver
