//! End-to-end tests: kernels, faults and bad input.
