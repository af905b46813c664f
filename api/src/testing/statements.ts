import { AsyncLocalStorage } from 'node:async_hooks';
import type { Db } from '../platform/db/connect.ts';

const asking = new AsyncLocalStorage<string[]>();

const textOf = (query: unknown): string =>
  typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : String(query);

/**
 * Counts what a request asks of the database, whatever else goes on there.
 * @returns runs a request, and gives the statements that it took until its answer; transactions count by their beginning
 */
export function countStatements(db: Db): (ask: () => Promise<unknown>) => Promise<string[]> {
  const { $client: pool } = db;
  const [query, connect] = [pool.query, pool.connect];
  // Their overloads are told apart by the pool itself.
  pool.query = ((...given: unknown[]) => {
    asking.getStore()?.push(textOf(given[0]));
    return Reflect.apply(query, pool, given);
  }) as typeof query;
  pool.connect = ((...given: unknown[]) => {
    // A query takes its connection with a callback, a transaction without.
    if (given.length === 0) asking.getStore()?.push('BEGIN');
    return Reflect.apply(connect, pool, given);
  }) as typeof connect;
  return async (ask) => {
    const statements: string[] = [];
    await asking.run(statements, ask);
    return [...statements];
  };
}
