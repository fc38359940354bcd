// One thread holds both locks, the others one each: first and second are excluded, second and third are not.
//@ twin: locks-both.c
//@ options: team=4
#include <omp.h>
#include <stdio.h>

int count;
omp_lock_t left, right;

int main(void) {
    omp_init_lock(&left);
    omp_init_lock(&right);
#pragma omp parallel sections num_threads(3)
    {
#pragma omp section
        {
            omp_set_lock(&left);
            omp_set_lock(&right);
            count += 1;
            omp_unset_lock(&right);
            omp_unset_lock(&left);
        }
#pragma omp section
        {
            omp_set_lock(&left);
            count += 2; //~ race r1 write
            omp_unset_lock(&left);
        }
#pragma omp section
        {
            omp_set_lock(&right);
            count += 3; //~ race r1 write
            omp_unset_lock(&right);
        }
    }
    omp_destroy_lock(&left);
    omp_destroy_lock(&right);
    printf("%d\n", count);
    return 0;
}
