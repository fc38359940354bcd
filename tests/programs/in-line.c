// What the compiler pass makes of single accesses, and of functions that are not to be checked.
int target;

void set(int value) { target = value; }

__attribute__((no_sanitize("thread"))) void unchecked(int value) {
    target = value;
    set(value);
}
