//! The symbol table of a file: what is left to go by where there is no debug information.

use object::read::elf::ElfFile64;
use object::{LittleEndian, Object, ObjectSymbol, SymbolKind};

/// A function or a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Symbol {
    pub address: u64,
    /// 0 where it is not known, as in hand-written assembly.
    pub size: u64,
    pub name: &'static str,
}

/// Functions and variables in the order of their addresses.
#[derive(Debug, Default)]
pub(crate) struct SymbolTable {
    functions: Vec<Symbol>,
    variables: Vec<Symbol>,
}

impl SymbolTable {
    /// Takes the symbols of a file, or only the ones that are exported if it has been stripped.
    pub fn new(file: &ElfFile64<'static, LittleEndian>) -> SymbolTable {
        let mut table = SymbolTable::default();
        for symbol in file.symbols().chain(file.dynamic_symbols()) {
            let Some(name) = symbol.name().ok().filter(|name| symbol.is_definition() && !name.is_empty()) else {
                continue;
            };
            let list = match symbol.kind() {
                SymbolKind::Text => &mut table.functions,
                SymbolKind::Data => &mut table.variables,
                _ => continue,
            };
            list.push(Symbol { address: symbol.address(), size: symbol.size(), name });
        }
        for list in [&mut table.functions, &mut table.variables] {
            list.sort_by_key(|symbol| (symbol.address, symbol.size, symbol.name));
            list.dedup();
        }
        table
    }

    /// Whether it has nothing to say.
    pub fn is_empty(&self) -> bool {
        self.functions.is_empty() && self.variables.is_empty()
    }

    /// The function that contains `address`.
    pub fn function(&self, address: u64) -> Option<Symbol> {
        covering(&self.functions, address)
    }

    /// The variable that contains `address`.
    pub fn variable(&self, address: u64) -> Option<Symbol> {
        covering(&self.variables, address).filter(|symbol| symbol.size > 0)
    }
}

/// How far a symbol without a size may reach.
const LONGEST_UNSIZED: u64 = 4096;

/// The last symbol at or below `address`, unless it ends before. Among aliases the largest comes
/// last.
fn covering(symbols: &[Symbol], address: u64) -> Option<Symbol> {
    let end = symbols.partition_point(|symbol| symbol.address <= address);
    let symbol = *symbols[..end].last()?;
    let size = if symbol.size == 0 { LONGEST_UNSIZED } else { symbol.size };
    (address - symbol.address < size).then_some(symbol)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symbol_covers_its_size() {
        let symbols = [
            Symbol { address: 16, size: 8, name: "a" },
            Symbol { address: 32, size: 4, name: "alias" },
            Symbol { address: 32, size: 16, name: "b" },
            Symbol { address: 64, size: 0, name: "assembly" },
        ];
        let name = |address| covering(&symbols, address).map(|symbol| symbol.name);
        assert_eq!(name(15), None);
        assert_eq!(name(16), Some("a"));
        assert_eq!(name(24), None);
        assert_eq!(name(40), Some("b"));
        assert_eq!(name(1000), Some("assembly"));
        assert_eq!(name(10_000), None);
    }
}
