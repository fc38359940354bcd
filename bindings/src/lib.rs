//! OMPT declarations generated from omp-tools.h.
