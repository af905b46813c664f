/** Rows of one statement. */
const BATCH = 500;

/**
 * Inserts `count` rows in several statements: on a busy machine one takes longer than a statement may.
 * @param insert of the rows with the numbers `from` to `to`; the first is 1
 */
export async function insertInBatches(count: number, insert: (from: number, to: number) => Promise<unknown>): Promise<void> {
  for (let from = 1; from <= count; from += BATCH) await insert(from, Math.min(count, from + BATCH - 1));
}
