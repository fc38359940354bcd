// Smith-Waterman local alignment of a query with one sequence after the other, in blocks: a wavefront per sequence.
//
// Stands for the dynamic-programming wavefronts of the depend suites. A block depends on those above, to the left and across the
// corner; the next sequence's wavefront follows the previous one through the same table. The first sequence is the query itself, so
// its score is known; the last one's is computed again in a single row of memory.
#include "kernel.h"

enum { BLOCK = 128, LETTERS = 4, MATCH = 3, MISMATCH = -2, GAP_OPEN = -4, GAP_EXTEND = -1 };

// Of the alignments that end at this cell: the best one, and the best ones that end in a gap in either sequence.
typedef struct {
    int score, gap_across, gap_down;
} cell;

static int larger(int a, int b) { return a > b ? a : b; }

static cell next_cell(const cell *corner, const cell *above, const cell *left, char a, char b) {
    const int across = larger(left->score + GAP_OPEN, left->gap_across + GAP_EXTEND);
    const int down = larger(above->score + GAP_OPEN, above->gap_down + GAP_EXTEND);
    const int diagonal = corner->score + (a == b ? MATCH : MISMATCH);
    return (cell){larger(larger(0, diagonal), larger(across, down)), across, down};
}

// The table has a row and a column of zeros before the first letters. Returns the best score in the block.
static int align_block(cell *table, size_t stride, const char *query, const char *sequence) {
    int best = 0;
    for (int i = 0; i < BLOCK; i++)
        for (int j = 0; j < BLOCK; j++) {
            cell *here = table + (size_t)i * stride + j;
            *here = next_cell(here - stride - 1, here - stride, here - 1, query[i], sequence[j]);
            best = larger(best, here->score);
        }
    return best;
}

// A block's first cell stands for it. Each block has its own best score, so that none need be shared.
static void align(int blocks, cell *table, const char *query, const char *sequence, int *best) {
    const size_t stride = (size_t)blocks * BLOCK + 1;
    for (int bi = 0; bi < blocks; bi++)
        for (int bj = 0; bj < blocks; bj++) {
            cell *here = table + ((size_t)bi * BLOCK + 1) * stride + (size_t)bj * BLOCK + 1;
            // At the border these are cells of the row and the column of zeros, which no task writes.
            const cell *above = bi > 0 ? here - BLOCK * stride : here - stride, *left = bj > 0 ? here - BLOCK : here - 1;
            const cell *corner = above - (bj > 0 ? BLOCK : 1);
            int *best_here = best + (size_t)bi * blocks + bj;
#pragma omp task depend(in : *above, *left, *corner) depend(inout : *here)
            *best_here = align_block(here, stride, query + bi * BLOCK, sequence + bj * BLOCK);
        }
}

static int score_in_one_row(int n, const char *query, const char *sequence) {
    cell *row = kernel_alloc_zeroed((size_t)n + 1, sizeof *row);
    int best = 0;
    for (int i = 0; i < n; i++) {
        cell corner = row[0];
        for (int j = 1; j <= n; j++) {
            const cell above = row[j];
            row[j] = next_cell(&corner, &above, &row[j - 1], query[i], sequence[j - 1]);
            best = larger(best, row[j].score);
            corner = above;
        }
    }
    free(row);
    return best;
}

int main(int argc, char **argv) {
    const kernel k = kernel_begin("smithwaterman", argc, argv);
    const int blocks = kernel_pick(k, 4, 14, 24), sequences = kernel_pick(k, 10, 14, 40), n = blocks * BLOCK;
    const size_t per_sequence = (size_t)blocks * blocks;
    char *query = kernel_alloc(n, 1), *database = kernel_alloc(sequences, n);
    cell *table = kernel_alloc_zeroed(((size_t)n + 1) * ((size_t)n + 1), sizeof *table);
    int *best = kernel_alloc(sequences * per_sequence, sizeof *best);
    uint64_t seed = 1;
    for (int i = 0; i < n; i++)
        query[i] = (char)(kernel_random(&seed) % LETTERS);
    // Each sequence is the query with one letter in four drawn again, and less and less of its beginning.
    for (int s = 0; s < sequences; s++)
        for (int i = 0; i < n; i++) {
            const int from = i + s * (BLOCK / 8), drawn = s > 0 && (from >= n || kernel_random(&seed) % 4 == 0);
            database[(size_t)s * n + i] = drawn ? (char)(kernel_random(&seed) % LETTERS) : query[from];
        }

#pragma omp parallel
#pragma omp single
    for (int s = 0; s < sequences; s++)
        align(blocks, table, query, database + (size_t)s * n, best + s * per_sequence);

    long total = 0;
    for (int s = 0; s < sequences; s++) {
        int score = 0;
        for (size_t b = 0; b < per_sequence; b++)
            score = larger(score, best[s * per_sequence + b]);
        if (s == 0)
            kernel_expect(k, score, MATCH * n);
        if (s == sequences - 1)
            kernel_expect(k, score, score_in_one_row(n, query, database + (size_t)s * n));
        total += score;
    }
    free(query), free(database), free(table), free(best);
    return kernel_ok(k, total);
}
