import { sql } from 'drizzle-orm';
import type { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Db, Tx } from './connect.ts';

type Transact = Db['transaction'];
type OnClient = ReturnType<typeof drizzle<Record<string, never>, pg.PoolClient>>;

/** What transactions failed with before their commit: nothing of them is done, whatever the connection came to. */
const undone = new WeakSet<object>();

/** Whether an error ended a transaction of which nothing is done. */
export const wasUndone = (error: object): boolean => undone.has(error);

/** What is to be done once a transaction is through. */
const afterwards = new WeakMap<object, (() => void)[]>();

/**
 * Runs a hook after the commit of a transaction, in the order in which hooks were added. Hooks added in a savepoint run after the outer
 * transaction, and are dropped where the savepoint or the transaction is rolled back. An error of a hook is reported as a warning of the
 * process: what it follows is committed.
 */
export function afterCommit(tx: Tx, then: () => void): void {
  afterwards.get(tx)?.push(then);
}

/** Collects the hooks of a transaction and of its savepoints. */
function collectHooks(tx: Tx, hooks: (() => void)[]): void {
  afterwards.set(tx, hooks);
  const savepoint = tx.transaction.bind(tx);
  tx.transaction = async <Result>(work: (inner: Tx) => Promise<Result>): Promise<Result> => {
    const own: (() => void)[] = [];
    const result = await savepoint((inner) => {
      collectHooks(inner, own);
      return work(inner);
    });
    hooks.push(...own);
    return result;
  };
}

function runHooks(hooks: readonly (() => void)[]): void {
  for (const hook of hooks)
    try {
      hook();
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : new Error(String(error)));
    }
}

/** Waits until no other transaction holds `key`, and holds it until this one has ended: each sees what the one before has left. */
export async function lockKey(tx: Tx, key: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

/** Runs `work`, and remembers of its failure that it came before the commit. */
function noted<Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>, failed: (error: unknown) => void) {
  return async (...args: Args): Promise<Result> => {
    try {
      return await work(...args);
    } catch (error) {
      if (typeof error === 'object' && error !== null) undone.add(error);
      failed(error);
      throw error;
    }
  };
}

/**
 * Transactions on a pool. The library's own never give a connection back on which BEGIN fails, until there is none left; and
 * where ROLLBACK fails, too, they tell of that instead of what went wrong.
 * @param open the typed database on one connection
 */
export function transactionsOn(pool: pg.Pool, open: (client: pg.PoolClient) => OnClient): Transact {
  const known = new WeakMap<pg.PoolClient, OnClient>();
  const openOnce = (client: pg.PoolClient): OnClient => {
    const db = known.get(client) ?? open(client);
    known.set(client, db);
    return db;
  };
  return async (work, config) => {
    const client = await pool.connect();
    let failure: { error: unknown } | undefined;
    const next: (() => void)[] = [];
    const linked = async (tx: Tx) => {
      collectHooks(tx, next);
      return work(tx);
    };
    const watched = noted(linked, (error) => {
      failure = { error };
    });
    try {
      const result = await openOnce(client).transaction(watched, config);
      runHooks(next);
      return result;
    } catch (error) {
      throw failure === undefined ? error : failure.error;
    } finally {
      // One that broke is not taken back.
      client.release();
    }
  };
}
