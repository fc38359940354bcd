// Stands in front of libstdc++'s own file of this name.
//
// libstdc++ has the functions of std::string compiled, and keeps a program from compiling them
// (before C++20). Nothing would tell of their accesses. With -1, which libstdc++ uses for its
// checks, the program compiles them like any other template; streams and locales stay in the
// library.
#pragma GCC system_header
#include_next <bits/c++config.h>

#if _GLIBCXX_EXTERN_TEMPLATE > 0
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE -1
#endif
