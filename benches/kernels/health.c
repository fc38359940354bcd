// Villages with hospitals in a tree; patients fall ill, wait, are treated, sent one level up, and go home: linked lists in motion.
//
// Stands for the simulations of task suites: a task per village and step, all of about a microsecond, that chase pointers through
// small blocks of malloc. A patient's record passes from task to task at every taskwait. Every patient must have spent each step in
// exactly one place, must be in exactly one list at the end, and nobody who fell ill may be lost.
#include "kernel.h"

enum { BRANCHES = 4, PATIENTS = 120, STAFF = 15, LONGEST_TREATMENT = 8, ONE_IN_FALLS_ILL = 40, ONE_IN_SENT_UP = 5 };

typedef enum { HEALTHY, WAITING, TREATED, PLACES } place;

typedef struct patient {
    struct patient *next;
    struct village *home;
    int steps_left; // of the treatment
    int steps_in[PLACES];
} patient;

typedef struct village {
    struct village *children; // BRANCHES of them, or NULL
    patient *in[PLACES], *sent_up, *discharged;
    int is_root, free_staff;
    uint64_t seed;
    long fallen_ill, recovered;
} village;

static void push(patient **list, patient *p) {
    p->next = *list;
    *list = p;
}

static int chance(village *v, unsigned one_in) { return kernel_random(&v->seed) % one_in == 0; }

// Empties a place, so that whoever stays can be put back while the list is walked.
static patient *take(village *v, place where) {
    patient *list = v->in[where];
    v->in[where] = NULL;
    return list;
}

// The next patient of such a list, who has spent one more step there.
static patient *take_next(patient **list, place where) {
    patient *p = *list;
    if (p)
        *list = p->next, p->steps_in[where]++;
    return p;
}

// Touches nothing but this village. Places are taken in this order so that nobody is moved into one that is still to come.
static void work_in(village *v) {
    patient *list = take(v, TREATED), *p;
    while ((p = take_next(&list, TREATED))) {
        const int is_well = --p->steps_left == 0;
        v->free_staff += is_well;
        v->recovered += is_well;
        push(is_well ? &v->discharged : &v->in[TREATED], p);
    }
    list = take(v, WAITING);
    while ((p = take_next(&list, WAITING))) {
        if (!v->is_root && chance(v, ONE_IN_SENT_UP)) {
            push(&v->sent_up, p);
        } else if (v->free_staff == 0) {
            push(&v->in[WAITING], p);
        } else {
            v->free_staff--;
            p->steps_left = 1 + (int)(kernel_random(&v->seed) % LONGEST_TREATMENT);
            push(&v->in[TREATED], p);
        }
    }
    list = take(v, HEALTHY);
    while ((p = take_next(&list, HEALTHY))) {
        const int is_ill = chance(v, ONE_IN_FALLS_ILL);
        v->fallen_ill += is_ill;
        push(&v->in[is_ill ? WAITING : HEALTHY], p);
    }
}

static void step(village *v) {
    for (int c = 0; v->children && c < BRANCHES; c++) {
#pragma omp task
        step(&v->children[c]);
    }
    work_in(v);
#pragma omp taskwait
    // From here on all villages below are at rest until the next step.
    patient *p;
    for (int c = 0; v->children && c < BRANCHES; c++)
        while ((p = v->children[c].sent_up)) {
            v->children[c].sent_up = p->next;
            push(&v->in[WAITING], p);
        }
    while ((p = v->discharged)) {
        v->discharged = p->next;
        push(&p->home->in[HEALTHY], p);
    }
}

static void found(village *v, int levels, uint64_t *seed, int is_root) {
    *v = (village){.is_root = is_root, .free_staff = STAFF, .seed = kernel_random(seed)};
    for (int i = 0; i < PATIENTS; i++) {
        patient *p = kernel_alloc_zeroed(1, sizeof *p);
        p->home = v;
        push(&v->in[HEALTHY], p);
    }
    if (levels == 1)
        return;
    v->children = kernel_alloc(BRANCHES, sizeof *v->children);
    for (int c = 0; c < BRANCHES; c++)
        found(&v->children[c], levels - 1, seed, 0);
}

typedef struct {
    long villages, patients, on_time, ill, fallen_ill, recovered, staff;
} census;

// Counts and frees. The two lists that are not places are empty between steps.
static void close_down(village *v, int steps, census *c) {
    c->villages++;
    c->staff += v->free_staff;
    c->fallen_ill += v->fallen_ill;
    c->recovered += v->recovered;
    for (int where = 0; where < PLACES; where++)
        for (patient *p = v->in[where], *next; p; p = next) {
            next = p->next;
            c->patients++;
            c->on_time += p->steps_in[HEALTHY] + p->steps_in[WAITING] + p->steps_in[TREATED] == steps;
            c->ill += where != HEALTHY;
            c->staff += where == TREATED;
            free(p);
        }
    for (int i = 0; v->children && i < BRANCHES; i++)
        close_down(&v->children[i], steps, c);
    free(v->children);
}

int main(int argc, char **argv) {
    const kernel k = kernel_begin("health", argc, argv);
    const int levels = kernel_pick(k, 4, 6, 7), steps = kernel_pick(k, 100, 140, 80);
    village root;
    uint64_t seed = 1;
    found(&root, levels, &seed, 1);

#pragma omp parallel
#pragma omp single
    for (int s = 0; s < steps; s++)
        step(&root);

    census c = {0};
    close_down(&root, steps, &c);
    kernel_expect(k, c.patients, PATIENTS * c.villages);
    kernel_expect(k, c.on_time, c.patients);
    kernel_expect(k, c.staff, STAFF * c.villages);
    kernel_expect(k, c.recovered + c.ill, c.fallen_ill);
    return kernel_ok(k, c.recovered);
}
