// A library that calls another one.
long many_values(long *a, long n, long step);

long pass_values_on(long *a, long n, long step) { return many_values(a, n, step) + a[0]; }
