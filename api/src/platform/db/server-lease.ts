import { hostname } from 'node:os';
import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { StartupError } from '../config/startup-error.ts';
import { isDatabaseDown } from '../errors/database-unavailable.ts';
import { throttledError } from '../failure-log.ts';
import type { Db } from './connect.ts';
import { newId } from './new-id.ts';
import { hasTable } from './schema-state.ts';

/** Duration of the lease after its last renewal. */
const LEASE_SECONDS = 10;
/** A failed renewal may take 4 s (the statement timeout) without losing the lease. */
const RENEW_INTERVAL_MS = 2500;

/** Times far in the future are from before the clock of the database was set back. */
const IS_ACTIVE = `renewed_at BETWEEN clock_timestamp() - interval '${LEASE_SECONDS} seconds'
  AND clock_timestamp() + interval '${LEASE_SECONDS} seconds'`;

/** Claims the lease atomically: only one of several concurrent claims succeeds. */
const claim = (holder: string, name: string) => sql`
  INSERT INTO server_lease AS lease (id, holder, process, renewed_at) VALUES (1, ${holder}, ${name}, clock_timestamp())
  ON CONFLICT (id) DO UPDATE SET holder = excluded.holder, process = excluded.process, renewed_at = clock_timestamp()
  WHERE lease.holder = excluded.holder OR NOT (lease.${sql.raw(IS_ACTIVE)})
  RETURNING id`;

interface ActiveLease {
  process: string;
  /** Changes with each renewal. */
  renewedAt: string;
}

/** Works before the table exists. */
export async function readServerLease(client: Pick<pg.ClientBase, 'query'>): Promise<ActiveLease | undefined> {
  if (!(await hasTable(client, 'server_lease'))) return undefined;
  const { rows } = await client.query<ActiveLease>(
    `SELECT process, renewed_at::text AS "renewedAt" FROM server_lease
     WHERE ${IS_ACTIVE}`,
  );
  return rows[0];
}

export const otherServerMessage = (name: string): string =>
  `Another server (${name}) uses this database, and without REDIS_URL there can be one: stop that one, or set REDIS_URL for both. If it was killed, this can start ${LEASE_SECONDS} s after that.`;

export type ServerLease = Awaited<ReturnType<typeof acquireServerLease>>;

/**
 * Acquires the lease, because two servers without Redis would not receive each other's events (docs/decisions/0082).
 * @throws StartupError for the second one
 */
export async function acquireServerLease(db: Db) {
  const holder = newId();
  const own = `process ${process.pid} on ${hostname()}`;
  /** Returns false if another server has the lease. */
  const renew = async () => (await db.execute(claim(holder, own))).rows.length > 0;
  if (!(await renew())) {
    const lease = await readServerLease(db.$client);
    throw new StartupError(otherServerMessage(lease?.process ?? 'started at the same moment'));
  }
  let timer: NodeJS.Timeout | undefined;
  return {
    renew,
    /** Renews periodically. @param onLost another server has the lease, since this process was suspended: it must exit */
    keep(log: FastifyBaseLogger, onLost: () => void): void {
      const tick = async () => {
        try {
          if (!(await renew())) onLost();
        } catch (error) {
          // DatabaseWatch logs outages; no other server can acquire the lease during one.
          if (!isDatabaseDown(error)) log.warn(throttledError(error), 'The lease of the database could not be renewed');
        }
      };
      timer = setInterval(() => void tick(), RENEW_INTERVAL_MS).unref();
    },
    async release(): Promise<void> {
      clearInterval(timer);
      await db.execute(sql`DELETE FROM server_lease WHERE holder = ${holder}`);
    },
  };
}
