// Two threads write under both locks; the third only reads, under one of them.
//@ twin: locks-hand-over.c
//@ options: team=4
//@ guarantee: this lock order only
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
            omp_set_lock(&right);
            count += 2;
            omp_unset_lock(&left);
            omp_unset_lock(&right);
        }
#pragma omp section
        {
            omp_set_lock(&right);
            if (count < 0)
                puts("wrong");
            omp_unset_lock(&right);
        }
    }
    omp_destroy_lock(&left);
    omp_destroy_lock(&right);
    printf("%d\n", count);
    return 0;
}
