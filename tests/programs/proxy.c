// A task that is complete when another thread tells libomp so, by an entry point that no directive leads to.
#include <stddef.h>
#include <stdint.h>

typedef struct task {
  void *shareds;
  int (*routine)(int, struct task *);
  int part;
} task_t;

typedef struct {
  intptr_t address;
  size_t length;
  uint8_t kind;
} item_t;

int __kmpc_global_thread_num(void *);
task_t *__kmpc_omp_task_alloc(void *, int, int, size_t, size_t, int (*)(int, task_t *));
int __kmpc_omp_task_with_deps(void *, int, task_t *, int, item_t *, int, item_t *);
void __kmpc_proxy_task_completed_ooo(task_t *);

enum { TIED_PROXY = 0x11, INOUT = 3 };

int x;

static int routine(int thread, task_t *task) {
  (void)thread;
  __kmpc_proxy_task_completed_ooo(task);
  return 0;
}

int main(void) {
#pragma omp parallel
#pragma omp single
  {
    int thread = __kmpc_global_thread_num(NULL);
    item_t item = {(intptr_t)&x, sizeof x, INOUT};
    task_t *task = __kmpc_omp_task_alloc(NULL, thread, TIED_PROXY, sizeof(task_t), 0, routine);
    __kmpc_omp_task_with_deps(NULL, thread, task, 1, &item, 0, NULL);
#pragma omp task depend(inout : x)
    x++;
  }
  return 0;
}
