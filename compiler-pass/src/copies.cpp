#include "copies.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace detsan {

namespace {

// Longer ones are better off with one call that checks all of it.
constexpr uint64_t LONGEST = 64;

// The longest access that has a hook.
constexpr uint64_t LONGEST_PIECE = 16;

// What is said to be aligned to more need not be: of arrays in a task's descriptor, clang (19) says
// 16 where libomp aligns to 8. A call does not mind, and loads and stores of this alignment do not
// either.
constexpr Align LARGEST_ALIGNMENT = Align::Constant<8>();

// The bytes of a copy that are loaded and stored at once. As a vector of bytes, because those of a
// structure need not all have a value.
struct Piece {
    uint64_t offset;
    Type *type;
};

SmallVector<Piece, 8> piecesOf(uint64_t length, LLVMContext &context) {
    SmallVector<Piece, 8> pieces;
    for (uint64_t offset = 0; offset < length;) {
        const uint64_t size = std::min(LONGEST_PIECE, llvm::bit_floor(length - offset));
        pieces.push_back({offset, FixedVectorType::get(Type::getInt8Ty(context), static_cast<unsigned>(size))});
        offset += size;
    }
    return pieces;
}

class Expansion {
  public:
    Expansion(MemIntrinsic &call, uint64_t length)
        : call(call), pieces(piecesOf(length, call.getContext())), builder(&call) {
        const AAMDNodes known = call.getAAMetadata();
        // What is said of types is said of the structure as a whole.
        aliases.Scope = known.Scope;
        aliases.NoAlias = known.NoAlias;
    }

    void run() {
        if (const auto *copy = dyn_cast<MemTransferInst>(&call)) {
            // What is moved may overlap.
            SmallVector<Value *, 8> values;
            for (const Piece &piece : pieces) {
                Value *from = at(copy->getRawSource(), piece);
                values.push_back(
                    finish(builder.CreateAlignedLoad(piece.type, from, alignment(copy->getSourceAlign(), piece))));
            }
            for (const auto &[piece, value] : zip_equal(pieces, values))
                store(value, piece);
        } else {
            Value *byte = cast<MemSetInst>(call).getValue();
            for (const Piece &piece : pieces)
                store(builder.CreateVectorSplat(cast<FixedVectorType>(piece.type)->getNumElements(), byte), piece);
        }
        call.eraseFromParent();
    }

  private:
    MemIntrinsic &call;
    SmallVector<Piece, 8> pieces;
    // With the line of the call.
    IRBuilder<> builder;
    AAMDNodes aliases;

    Value *at(Value *start, const Piece &piece) {
        return piece.offset == 0 ? start : builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), start, piece.offset);
    }

    static Align alignment(MaybeAlign whole, const Piece &piece) {
        return commonAlignment(std::min(whole.valueOrOne(), LARGEST_ALIGNMENT), piece.offset);
    }

    void store(Value *value, const Piece &piece) {
        finish(builder.CreateAlignedStore(value, at(call.getRawDest(), piece), alignment(call.getDestAlign(), piece)));
    }

    Instruction *finish(Instruction *access) {
        access->setAAMetadata(aliases);
        return access;
    }
};

bool isInOneAddressSpace(const MemIntrinsic &call) {
    const auto *copy = dyn_cast<MemTransferInst>(&call);
    return call.getDestAddressSpace() == 0 && (!copy || copy->getSourceAddressSpace() == 0);
}

} // namespace

bool expandCopies(Function &function) {
    bool expanded = false;
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
        auto *call = dyn_cast<MemIntrinsic>(&instruction);
        const auto *length = call ? dyn_cast<ConstantInt>(call->getLength()) : nullptr;
        if (!length || length->isZero() || length->getValue().ugt(LONGEST) || call->isVolatile() ||
            !isInOneAddressSpace(*call))
            continue;
        Expansion(*call, length->getZExtValue()).run();
        expanded = true;
    }
    return expanded;
}

} // namespace detsan
