import { sql } from 'drizzle-orm';
import type { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Db, Tx } from './connect.ts';

type Transact = Db['transaction'];
type ClientDb = ReturnType<typeof drizzle<Record<string, never>, pg.PoolClient>>;
type Hook = () => void;

/** Errors that ended a transaction before its commit, whatever happened to the connection. */
const rollbackErrors = new WeakSet<object>();

export const isRolledBack = (error: object): boolean => rollbackErrors.has(error);

const commitHooks = new WeakMap<object, Hook[]>();

/** Adds a hook, which runs after the commit. Its error is reported as a warning of the process. */
export function afterCommit(tx: Tx, hook: Hook): void {
  const hooks = commitHooks.get(tx);
  if (hooks === undefined) throw new Error('A savepoint has no commit hooks: pass the transaction');
  hooks.push(hook);
}

function runHooks(hooks: readonly Hook[]): void {
  for (const hook of hooks)
    try {
      hook();
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : new Error(String(error)));
    }
}

export async function lockKey(tx: Tx, key: string): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

/**
 * Creates a replacement of drizzle's `transaction`, which leaks a connection if BEGIN fails, and hides the original error if
 * ROLLBACK fails, too.
 */
export function createTransact(pool: pg.Pool, open: (client: pg.PoolClient) => ClientDb): Transact {
  const known = new WeakMap<pg.PoolClient, ClientDb>();
  const openOnce = (client: pg.PoolClient): ClientDb => {
    const db = known.get(client) ?? open(client);
    known.set(client, db);
    return db;
  };
  return async (work, config) => {
    const client = await pool.connect();
    let failure: { error: unknown } | undefined;
    let isBroken = false;
    const hooks: Hook[] = [];
    try {
      const result = await openOnce(client).transaction(async (tx) => {
        commitHooks.set(tx, hooks);
        try {
          return await work(tx);
        } catch (error) {
          if (typeof error === 'object' && error !== null) rollbackErrors.add(error);
          failure = { error };
          throw error;
        }
      }, config);
      runHooks(hooks);
      return result;
    } catch (error) {
      // Otherwise BEGIN, COMMIT or ROLLBACK failed.
      isBroken = error !== failure?.error;
      throw failure === undefined ? error : failure.error;
    } finally {
      client.release(isBroken);
    }
  };
}
