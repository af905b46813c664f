const BATCH_SIZE = 500;

/**
 * Splits an insert, because one statement could exceed the statement timeout on a busy machine.
 * @param insert receives inclusive row numbers, starting at 1
 */
export async function insertInBatches(count: number, insert: (from: number, to: number) => Promise<unknown>): Promise<void> {
  for (let from = 1; from <= count; from += BATCH_SIZE) await insert(from, Math.min(count, from + BATCH_SIZE - 1));
}
