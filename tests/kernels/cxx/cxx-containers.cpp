// Tasks with containers, strings and streams of their own: much of the work is done in libraries without
// instrumentation, in memory that is handed from one task to the next.
//@ twin: cxx-string-shared.cpp
//@ lang: c++20
#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

long out[20];

int main() {
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 20; i++) {
#pragma omp task
        {
            std::map<std::string, int> ordered;
            std::unordered_map<int, std::string> hashed;
            for (int k = 0; k < 20; k++) {
                ordered["a key that does not fit into the string itself " + std::to_string(k * i)] = k;
                hashed[k] = std::string(30 + k, 'x');
            }
            std::vector<std::string> keys;
            for (const auto &entry : ordered)
                keys.push_back(entry.first);
            std::sort(keys.begin(), keys.end(), std::greater<>());
            std::ostringstream stream;
            stream << keys.front() << hashed.size() << 3.5;
            std::function<long(long)> add = [&stream](long value) { return value + long(stream.str().size()); };
            out[i] = add(i);
        }
    }
    std::printf("%ld\n", out[19]);
}
