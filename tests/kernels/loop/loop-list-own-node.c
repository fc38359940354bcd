// One task per node of a list; each writes its own node only.
//@ twin: loop-list-neighbour.c
#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

int main(void) {
    struct node *head = NULL;
    int total = 0;
    for (int i = 0; i < 6; i++) {
        struct node *node = malloc(sizeof *node);
        node->next = head;
        node->value = i;
        head = node;
    }
#pragma omp parallel
#pragma omp single
    for (struct node *node = head; node != NULL; node = node->next) {
#pragma omp task
        node->value = node->value * 2;
    }
    while (head != NULL) {
        struct node *next = head->next;
        total += head->value;
        free(head);
        head = next;
    }
    printf("total = %d\n", total);
    return 0;
}
