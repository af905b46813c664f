import { DrizzleQueryError } from 'drizzle-orm';
import type { Db } from './connect.ts';

/** A statement that each connection plans once. */
export interface Prepared {
  name: string;
  text: string;
}

/**
 * Runs a statement by itself, in the transaction that it is.
 * @throws DrizzleQueryError as every other query does
 */
export async function runPrepared<Row extends object>(db: Db, { name, text }: Prepared, values: unknown[]): Promise<Row[]> {
  try {
    // The statement's own words say which columns there are.
    return (await db.$client.query({ name, text, values })).rows as Row[];
  } catch (error) {
    throw new DrizzleQueryError(text, values, error instanceof Error ? error : new Error(String(error)));
  }
}
