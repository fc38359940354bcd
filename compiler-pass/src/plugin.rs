//! The plugin as clang finds it (`-fpass-plugin`). The passes themselves are C++, because so are
//! LLVM's interfaces.
//!
//! | file | what it does |
//! |---|---|
//! | `plugin.cpp` | says when the passes run |
//! | `hoist.cpp` | before the vectorisers: checks in front of loops take the place of checks in them |
//! | `regions.cpp` | the memory that an access touches in all iterations of loops that know how many there are |
//! | `trails.cpp` | the same for loops that do not: it is checked behind them |
//! | `speculation.cpp` | keeps optimisations from loads that the source does not make, or checks these where they are used |
//! | `lines.cpp` | gives accesses their lines back that optimisations have moved |
//! | `slots.cpp` | tells which memory the program finds by the number of the thread |
//! | `copies.cpp` | in both: makes loads and stores of copies and fills of a few bytes |
//! | `settle.cpp` | after all optimisations: says of each access how it is checked, and leaves to ThreadSanitizer's pass what is not checked otherwise |
//! | `checks.cpp` | checks of single accesses in line |
//! | `frames.cpp` | the shadow call stack: entry and exit of functions |
//! | `state.cpp` | the thread's state, and code in line; `layout.h`, of which the numbers are, is made by `build.rs` |
//! | `accesses.cpp`, `hooks.cpp` | accesses, and calls of hooks |

use std::ffi::{c_char, c_void};

/// `LLVM_PLUGIN_API_VERSION` of LLVM 19.
const INTERFACE: u32 = 1;

/// `llvm::PassPluginLibraryInfo`.
#[repr(C)]
pub struct PluginInfo {
    interface: u32,
    name: *const c_char,
    version: *const c_char,
    register: unsafe extern "C" fn(pass_builder: *mut c_void),
}

unsafe extern "C" {
    fn detsan_register_passes(pass_builder: *mut c_void);
}

/// What LLVM looks for in a plugin.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
pub extern "C" fn llvmGetPassPluginInfo() -> PluginInfo {
    PluginInfo {
        interface: INTERFACE,
        name: c"DetSan".as_ptr(),
        version: concat!(env!("CARGO_PKG_VERSION"), "\0").as_ptr().cast(),
        register: detsan_register_passes,
    }
}
