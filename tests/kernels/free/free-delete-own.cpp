// Tasks make and delete objects of their own, and get copies of a vector that they destroy.
//@ twin: free-delete-shared.cpp
//@ lang: c++20
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

struct Large {
    int values[64];
};

int main() {
    int seen[20] = {};
#pragma omp parallel
#pragma omp single
    {
        std::vector<int> numbers(100, 3);
        for (int i = 0; i < 20; i++) {
#pragma omp task firstprivate(numbers) shared(seen)
            {
                auto *one = new Large();
                seen[i] += one->values[40];
                delete one;
                auto many = std::make_unique<int[]>(100);
                many[40] = i;
                numbers.push_back(many[40]);
                std::string text(100, 'x');
                text += std::to_string(i);
                seen[i] += numbers[100] + numbers[50] + text.size() % 2;
            }
        }
    }
    std::printf("%d\n", seen[19]);
    return 0;
}
