// A library whose function keeps more values than the processor has registers, over calls of hooks.
long many_values(long *a, long n, long step) {
    long s0 = 0, s1 = 1, s2 = 2, s3 = 3, s4 = 4, s5 = 5, s6 = 6, s7 = 7, s8 = 8;
    for (long i = 0; i < n; i++) {
        s0 += a[step * i];
        s1 ^= a[(step * i) ^ 1] + s0;
        s2 += s1 * s0;
        s3 ^= s2 + s1;
        s4 += s3 ^ s2;
        s5 += s4 * s3;
        s6 ^= s5 + s4;
        s7 += s6 ^ s5;
        s8 ^= s7 + i;
        a[step * i] = s8;
    }
    return s0 + s1 + s2 + s3 + s4 + s5 + s6 + s7 + s8;
}
