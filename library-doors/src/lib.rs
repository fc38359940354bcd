//! The archive that `detsan` links into shared libraries: functions of other libraries of which the
//! tool has to know, each a jump to the hooks in the executable.
//!
//! The hooks stand in front of these functions for checked code alone (`access-hooks/ABI.md`). In
//! the executable they do so under the functions' own names, which no library sees. A checked
//! library has these doors instead. They are weak and hidden like the hooks: a library that brings
//! a function of its own keeps it, and other libraries do not see them.
//!
//! A door jumps, so that the hook finds the arguments and the place of the call as the library left
//! them.
#![no_std]

#[cfg(not(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu")))]
compile_error!("the doors are written for Linux on x86-64, with glibc");

macro_rules! doors {
    ($($name:ident)*) => {$(
        core::arch::global_asm!(
            concat!(".pushsection .text.", stringify!($name), ", \"ax\", @progbits"),
            concat!(".weak ", stringify!($name)),
            concat!(".hidden ", stringify!($name)),
            concat!(".type ", stringify!($name), ", @function"),
            concat!(stringify!($name), ":"),
            concat!("jmp qword ptr [rip + __detsan_door_", stringify!($name), "@GOTPCREL]"),
            concat!(".size ", stringify!($name), ", . - ", stringify!($name)),
            ".popsection",
        );
    )*};
}

// A test holds this list against what the hooks define.
doors! {
    _ZNSi10_M_extractIPvEERSiRT_ _ZNSi10_M_extractIbEERSiRT_ _ZNSi10_M_extractIdEERSiRT_
    _ZNSi10_M_extractIeEERSiRT_ _ZNSi10_M_extractIfEERSiRT_ _ZNSi10_M_extractIjEERSiRT_
    _ZNSi10_M_extractIlEERSiRT_ _ZNSi10_M_extractImEERSiRT_ _ZNSi10_M_extractItEERSiRT_
    _ZNSi10_M_extractIxEERSiRT_ _ZNSi10_M_extractIyEERSiRT_ _ZNSi3getERc _ZNSi3getEv _ZNSi4peekEv
    _ZNSi4syncEv _ZNSi5seekgESt4fposI11__mbstate_tE _ZNSi5seekgElSt12_Ios_Seekdir _ZNSi5tellgEv
    _ZNSi5ungetEv _ZNSi6ignoreEl _ZNSi6ignoreEli _ZNSi6ignoreEv _ZNSi7putbackEc _ZNSirsEPFRSiS_E
    _ZNSirsEPFRSt8ios_baseS0_E _ZNSirsEPFRSt9basic_iosIcSt11char_traitsIcEES3_E _ZNSirsERPv
    _ZNSirsERb _ZNSirsERd _ZNSirsERe _ZNSirsERf _ZNSirsERi _ZNSirsERj _ZNSirsERl _ZNSirsERm
    _ZNSirsERs _ZNSirsERt _ZNSirsERx _ZNSirsERy _ZNSo3putEc _ZNSo5flushEv
    _ZNSo5seekpESt4fposI11__mbstate_tE _ZNSo5seekpElSt12_Ios_Seekdir _ZNSo5tellpEv
    _ZNSo5writeEPKcl _ZNSo9_M_insertIPKvEERSoT_ _ZNSo9_M_insertIbEERSoT_ _ZNSo9_M_insertIdEERSoT_
    _ZNSo9_M_insertIeEERSoT_ _ZNSo9_M_insertIlEERSoT_ _ZNSo9_M_insertImEERSoT_
    _ZNSo9_M_insertIxEERSoT_ _ZNSo9_M_insertIyEERSoT_ _ZNSolsEPFRSoS_E _ZNSolsEPFRSt8ios_baseS0_E
    _ZNSolsEPFRSt9basic_iosIcSt11char_traitsIcEES3_E _ZNSolsEPKv _ZNSolsEb _ZNSolsEd _ZNSolsEe
    _ZNSolsEf _ZNSolsEi _ZNSolsEj _ZNSolsEl _ZNSolsEm _ZNSolsEs _ZNSolsEt _ZNSolsEx _ZNSolsEy
    _ZNSt8__detail15_List_node_base10_M_reverseEv
    _ZNSt8__detail15_List_node_base11_M_transferEPS0_S1_
    _ZNSt8__detail15_List_node_base4swapERS0_S1_ _ZNSt8__detail15_List_node_base7_M_hookEPS0_
    _ZNSt8__detail15_List_node_base9_M_unhookEv _ZNSt8ios_base15sync_with_stdioEb
    _ZSt11_Hash_bytesPKvmm _ZSt15_Fnv_hash_bytesPKvmm
    _ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l
    _ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base
    _ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base
    _ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base
    _ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base
    _ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_
    _ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_
    _ZSt2wsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_
    _ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_
    _ZSt4endsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_
    _ZSt5flushIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_
    _ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE
    _ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EES4_
    _ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKa
    _ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc
    _ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKh
    _ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_a
    _ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_c
    _ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_h
    _ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_c
    _ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostreamIT_T0_ES7_RKNSt7__cxx1112basic_stringIS4_S5_T1_EE
    _ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_RS3_
    _ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE
    __asprintf_chk __dprintf_chk __fprintf_chk __getdelim __isoc23_strtol __isoc23_strtoll
    __isoc23_strtoul __isoc23_strtoull __memcpy_chk __memmove_chk __mempcpy_chk __memset_chk
    __printf_chk __snprintf_chk __sprintf_chk __stpcpy_chk __stpncpy_chk __strcat_chk __strcpy_chk
    __strncat_chk __strncpy_chk __vfprintf_chk __vprintf_chk __vsnprintf_chk __vsprintf_chk
    _gfortran_compare_string _gfortran_concat_string _gfortran_internal_pack
    _gfortran_internal_unpack _gfortran_matmul_c10 _gfortran_matmul_c16 _gfortran_matmul_c4
    _gfortran_matmul_c8 _gfortran_matmul_i1 _gfortran_matmul_i16 _gfortran_matmul_i2
    _gfortran_matmul_i4 _gfortran_matmul_i8 _gfortran_matmul_l16 _gfortran_matmul_l4
    _gfortran_matmul_l8 _gfortran_matmul_r10 _gfortran_matmul_r16 _gfortran_matmul_r4
    _gfortran_matmul_r8 _gfortran_string_len_trim _gfortran_string_trim _gfortran_transfer_array
    _gfortran_transfer_array_write _gfortran_transfer_character _gfortran_transfer_character_wide
    _gfortran_transfer_character_wide_write _gfortran_transfer_character_write
    _gfortran_transfer_complex _gfortran_transfer_complex128 _gfortran_transfer_complex128_write
    _gfortran_transfer_complex_write _gfortran_transfer_integer _gfortran_transfer_integer_write
    _gfortran_transfer_logical _gfortran_transfer_logical_write _gfortran_transfer_real
    _gfortran_transfer_real128 _gfortran_transfer_real128_write _gfortran_transfer_real_write
    asprintf atof atoi atol atoll bcmp bcopy bzero call_once clock_gettime clock_nanosleep dprintf
    erand48 explicit_bzero fgets fprintf fputs fread frexp frexpf frexpl fwrite getdelim getline
    gettimeofday index jrand48 memchr memcmp memcpy memmove mempcpy memset modf modff modfl
    mtx_lock mtx_timedlock mtx_trylock mtx_unlock nanosleep nrand48 pread pread64 printf
    pthread_barrier_wait pthread_mutex_clocklock pthread_mutex_lock pthread_mutex_timedlock
    pthread_mutex_trylock pthread_mutex_unlock pthread_once pthread_rwlock_clockrdlock
    pthread_rwlock_clockwrlock pthread_rwlock_rdlock pthread_rwlock_timedrdlock
    pthread_rwlock_timedwrlock pthread_rwlock_tryrdlock pthread_rwlock_trywrlock
    pthread_rwlock_unlock pthread_rwlock_wrlock pthread_spin_lock pthread_spin_trylock
    pthread_spin_unlock puts pwrite pwrite64 qsort qsort_r rand_r read recv rindex sched_yield
    sem_clockwait sem_post sem_timedwait sem_trywait sem_wait send sincos sincosf sincosl sleep
    snprintf sprintf stpcpy stpncpy strcasecmp strcat strchr strcmp strcpy strcspn strdup strlen
    strncasecmp strncat strncmp strncpy strndup strnlen strpbrk strrchr strspn strstr strtod
    strtof strtol strtold strtoll strtoul strtoull time usleep vasprintf vdprintf vfprintf vprintf
    vsnprintf vsprintf write
}

#[cfg(not(test))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {}
}
