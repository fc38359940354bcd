// Stands for libgfortran: every function does nothing but count.
int calls;

#define FUNCTION(name)                                                                                                 \
    void _gfortran_##name(void) { calls++; }

FUNCTION(transfer_integer_write)
FUNCTION(transfer_real)
FUNCTION(transfer_complex_write)
FUNCTION(transfer_character_write)
FUNCTION(transfer_character_wide)
FUNCTION(transfer_array)
FUNCTION(transfer_array_write)
FUNCTION(internal_pack)
FUNCTION(internal_unpack)
FUNCTION(matmul_r8)
FUNCTION(concat_string)
