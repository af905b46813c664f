import { DrizzleQueryError } from 'drizzle-orm';
import type { Db, Executor } from './connect.ts';

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

/**
 * Statements that are built once for each database: building one takes about as long as a quick one takes to run.
 * @param build makes the statement of that name; what else it depends on is in the name
 */
export function memoizeStatement<Statement, Rest extends unknown[]>(
  build: (db: Executor, name: string, ...rest: Rest) => Statement,
): (db: Executor, name: string, ...rest: Rest) => Statement {
  const known = new WeakMap<Executor, Map<string, Statement>>();
  return (db, name, ...rest) => {
    const own = known.get(db) ?? new Map<string, Statement>();
    known.set(db, own);
    const statement = own.get(name) ?? build(db, name, ...rest);
    own.set(name, statement);
    return statement;
  };
}
