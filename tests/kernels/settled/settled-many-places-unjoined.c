// Records of many fields, each of which is touched at a place of its own, by one task after the other. The last of them is not waited for
// before one of the fields that it has written is read.
//@ twin: settled-many-places.c
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int f0;
    int f1;
    int f2;
    int f3;
    int f4;
    int f5;
    int f6;
    int f7;
    int f8;
    int f9;
    int f10;
    int f11;
    int f12;
    int f13;
    int f14;
    int f15;
    int f16;
    int f17;
    int f18;
    int f19;
    int f20;
    int f21;
    int f22;
    int f23;
    int f24;
    int f25;
    int f26;
    int f27;
    int f28;
    int f29;
    int f30;
    int f31;
    int f32;
    int f33;
    int f34;
    int f35;
    int f36;
    int f37;
    int f38;
    int f39;
} record;

static record records[16];

static void update(record *r) {
    r->f0 += r->f1;
    r->f1 += r->f2;
    r->f2 += r->f3;
    r->f3 += r->f4;
    r->f4 += r->f5;
    r->f5 += r->f6;
    r->f6 += r->f7;
    r->f7 += r->f8;
    r->f8 += r->f9;
    r->f9 += r->f10;
    r->f10 += r->f11;
    r->f11 += r->f12;
    r->f12 += r->f13;
    r->f13 += r->f14;
    r->f14 += r->f15;
    r->f15 += r->f16;
    r->f16 += r->f17;
    r->f17 += r->f18;
    r->f18 += r->f19;
    r->f19 += r->f20;
    r->f20 += r->f21;
    r->f21 += r->f22;
    r->f22 += r->f23;
    r->f23 += r->f24;
    r->f24 += r->f25;
    r->f25 += r->f26;
    r->f26 += r->f27;
    r->f27 += r->f28;
    r->f28 += r->f29;
    r->f29 += r->f30;
    r->f30 += r->f31;
    r->f31 += r->f32;
    r->f32 += r->f33;
    r->f33 += r->f34;
    r->f34 += r->f35;
    r->f35 += r->f36;
    r->f36 += r->f37;
    r->f37 += r->f38;
    r->f38 += r->f39;
    r->f39 += r->f0;
}

int main(void) {
    int sum = 0, last = 0;
#pragma omp parallel
#pragma omp single
    {
        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < 16; i++) {
#pragma omp task firstprivate(i)
                update(&records[i]);
            }
#pragma omp taskwait
            for (int i = 0; i < 16; i++)
                sum += records[i].f7;
        }
#pragma omp task
        records[3].f9 = 5; //~ race r1 write
        last = records[3].f9; //~ race r1 read
#pragma omp taskwait
    }
    printf("%d\n", sum + last);
    return 0;
}
