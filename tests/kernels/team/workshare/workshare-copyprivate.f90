! One thread stores into its own variable, and the value is handed to the variables of the others.
!@ twin: workshare-single-nowait.f90
!@ options: team=4
program one
    implicit none
    integer :: setting

    setting = 0
    !$omp parallel private(setting)
    !$omp single
    setting = 1
    !$omp end single copyprivate(setting)
    if (setting /= 1) stop 1
    !$omp end parallel
    print *, setting
end program one
