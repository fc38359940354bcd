// Two tasks use one container of libstdc++: the first argument says how. They are ordered, unless
// the second one is "race".
#include <cstdio>
#include <cstring>
#include <list>
#include <map>
#include <set>
#include <string>
#include <unordered_map>

static std::map<int, int> numbers;
static std::set<std::string> names;
static std::list<int> queue, other{7, 8, 9};
static std::unordered_map<std::string, int> counts;
static std::string text;
static long sum;

static void fill() {
    for (int i = 0; i < 40; i++) {
        numbers[i * 7 % 40] = i;
        names.insert("a name that is longer than its object " + std::to_string(i));
        queue.push_back(i);
        counts["key " + std::to_string(i)] = i;
    }
    text = "a text that is longer than its object";
}

static void change(const char *how) {
    if (!strcmp(how, "insert"))
        numbers[100] = 1;
    if (!strcmp(how, "erase"))
        numbers.erase(17);
    if (!strcmp(how, "emplace"))
        names.emplace("another name");
    if (!strcmp(how, "push"))
        queue.push_front(5);
    if (!strcmp(how, "remove"))
        queue.remove(30);
    if (!strcmp(how, "splice"))
        queue.splice(queue.begin(), other);
    if (!strcmp(how, "reverse"))
        queue.reverse();
    if (!strcmp(how, "swap"))
        queue.swap(other);
    if (!strcmp(how, "count"))
        counts["another key"]++;
    if (!strcmp(how, "append"))
        text += '!';
}

static void look(const char *how) {
    if (!strcmp(how, "insert") || !strcmp(how, "erase"))
        for (auto entry = numbers.rbegin(); entry != numbers.rend(); ++entry)
            sum += entry->second;
    if (!strcmp(how, "emplace"))
        sum += names.count("a name that is not there");
    if (!strcmp(how, "push") || !strcmp(how, "remove") || !strcmp(how, "splice") || !strcmp(how, "reverse") ||
        !strcmp(how, "swap"))
        for (int value : queue)
            sum += value;
    if (!strcmp(how, "count"))
        sum += counts.count("key 3");
    if (!strcmp(how, "append"))
        sum += text.find("its") + text.size();
}

int main(int argc, char **argv) {
    const char *how = argc > 1 ? argv[1] : "";
    const bool is_racy = argc > 2 && !strcmp(argv[2], "race");
#pragma omp parallel
#pragma omp single
    {
#pragma omp task
        fill();
#pragma omp taskwait
#pragma omp task
        change(how);
        if (!is_racy) {
#pragma omp taskwait
        }
#pragma omp task
        look(how);
    }
    printf("%ld %zu %zu %zu\n", sum, numbers.size(), queue.size(), text.size());
}
