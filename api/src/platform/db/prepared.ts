import { DrizzleQueryError, fillPlaceholders } from 'drizzle-orm';
import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Db, Executor } from './connect.ts';

export interface PreparedStatement {
  name: string;
  text: string;
}

/** Returns the name of a prepared statement; empty, that is unnamed, behind a pooler and in transactions. */
export const statementName = (db: Executor, name: string): string => ('isPooled' in db && !db.isPooled ? name : '');

/** Runs a prepared statement outside of a transaction. @throws DrizzleQueryError */
export async function runPrepared<Row extends object>(
  db: Db,
  { name, text }: PreparedStatement,
  values: unknown[],
): Promise<Row[]> {
  try {
    return (await db.$client.query({ name: statementName(db, name), text, values })).rows as Row[];
  } catch (error) {
    throw new DrizzleQueryError(text, values, error instanceof Error ? error : new Error(String(error)));
  }
}

/** Compiles SQL with named placeholders, which its runs get values for: a statement that drizzle cannot build. */
export function prepareSql<Row extends object>(name: string, query: SQL) {
  const { sql: text, params } = new PgDialect({ casing: 'snake_case' }).sqlToQuery(query);
  return (db: Db, values: Record<string, unknown>): Promise<Row[]> =>
    runPrepared<Row>(db, { name, text }, fillPlaceholders(params, values));
}

/** Caches statements by database and name, which must include all other inputs: building one takes about as long as running it. */
export function memoizeStatement<Statement, Rest extends unknown[]>(
  build: (db: Executor, name: string, ...rest: Rest) => Statement,
): (db: Executor, name: string, ...rest: Rest) => Statement {
  const known = new WeakMap<Executor, Map<string, Statement>>();
  return (db, name, ...rest) => {
    const own = known.get(db) ?? new Map<string, Statement>();
    known.set(db, own);
    const statement = own.get(name) ?? build(db, statementName(db, name), ...rest);
    own.set(name, statement);
    return statement;
  };
}
