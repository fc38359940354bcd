// Two tasks write to one string stream, which no lock protects. One of them reads a number into a variable that the
// other one prints, and changes a text that the other one prints.
//@ twin: cxx-stream-own.cpp
#include <iostream>
#include <sstream>

int number;
char name[4] = "one";
std::ostringstream all;

int main() {
    std::istringstream digits("42");
#pragma omp parallel
#pragma omp single
    {
#pragma omp task shared(digits)
        {
            digits >> number; //~ race r1 write
            name[0] = 'O';    //~ race r2 write
            all << 1;         //~ race r3 write
        }
#pragma omp task
        {
            int copy = number;        //~ race r1 read
            std::cout.write(name, 3); //~ race r2 read
            all << copy;              //~ race r3 write
        }
    }
    std::cout << all.str() << std::endl;
}
