import { AsyncLocalStorage } from 'node:async_hooks';
import type { Db } from '../platform/db/connect.ts';

const recording = new AsyncLocalStorage<string[]>();

const getText = (query: unknown): string =>
  typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : String(query);

/**
 * Records a request's database statements, without those of other requests.
 * @returns runs a request and returns its statements; a transaction adds BEGIN
 */
export function recordStatements(db: Db): (request: () => Promise<unknown>) => Promise<string[]> {
  const { $client: pool } = db;
  const [query, connect] = [pool.query, pool.connect];
  pool.query = ((...given: unknown[]) => {
    recording.getStore()?.push(getText(given[0]));
    return Reflect.apply(query, pool, given);
  }) as typeof query;
  pool.connect = ((...given: unknown[]) => {
    // Only transactions connect without a callback.
    if (given.length === 0) recording.getStore()?.push('BEGIN');
    return Reflect.apply(connect, pool, given);
  }) as typeof connect;
  return async (request) => {
    const statements: string[] = [];
    await recording.run(statements, request);
    return [...statements];
  };
}
