/*
One task per node of a list. Each writes into its node, and one line too far: into the next node as
well.
Data race pair: node->value@28:13:W vs. node->next->value@30:17:W
*/

#include <stdio.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

int main(void) {
    struct node *head = NULL;
    for (int i = 0; i < 6; i++) {
        struct node *node = malloc(sizeof *node);
        node->value = i;
        node->next = head;
        head = node;
    }
#pragma omp parallel
#pragma omp single
    for (struct node *node = head; node != NULL; node = node->next) {
#pragma omp task firstprivate(node)
        {
            node->value *= 2;
            if (node->next != NULL)
                node->next->value += 1;
        }
    }
    printf("%d\n", head->value);
    while (head != NULL) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
