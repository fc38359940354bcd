// A static variable whose initialisation is guarded.
static int make() { return 7; }

extern "C" int guarded() {
    static int value = make();
    return value;
}
