import { hostname } from 'node:os';
import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { StartupError } from '../config/startup-error.ts';
import { isDatabaseGone } from '../errors/database-gone.ts';
import { outage } from '../failure-log.ts';
import type { Db } from './connect.ts';
import { newId } from './new-id.ts';

/** A server that has not renewed its lease for so long has ended (s). */
const LEASE_SECONDS = 10;
/** How often it is renewed (ms). A statement takes 4 s at most, so that two may fail. */
const RENEWED_EVERY = 2500;

const LIFE = sql`${LEASE_SECONDS} * interval '1 second'`;

/** Of all who try at once one is given it. */
const claim = (holder: string, name: string) => sql`
  INSERT INTO server_lease AS lease (id, holder, process, renewed_at) VALUES (1, ${holder}, ${name}, clock_timestamp())
  ON CONFLICT (id) DO UPDATE SET holder = excluded.holder, process = excluded.process, renewed_at = clock_timestamp()
  WHERE lease.holder = excluded.holder OR lease.renewed_at < clock_timestamp() - ${LIFE}
  RETURNING id`;

/** The lease of a living server. */
interface HeldLease {
  process: string;
  /** Differs after each renewal. */
  renewedAt: string;
}

/** The lease that somebody holds at this moment. Changes nothing; a database without the table has none. */
export async function readServerLease(client: Pick<pg.ClientBase, 'query'>): Promise<HeldLease | undefined> {
  const { rows: tables } = await client.query<{ known: boolean }>("SELECT to_regclass('server_lease') IS NOT NULL AS known");
  if (tables[0]?.known !== true) return undefined;
  const { rows } = await client.query<HeldLease>(
    `SELECT process, renewed_at::text AS "renewedAt" FROM server_lease
     WHERE renewed_at > clock_timestamp() - interval '${LEASE_SECONDS} seconds'`,
  );
  return rows[0];
}

/** What a second server is told. */
export const otherServer = (name: string): string =>
  `Another server (${name}) uses this database, and without REDIS_URL there can be one: stop that one, or set REDIS_URL for both. If it was killed, this can start ${LEASE_SECONDS} s after that.`;

/** Says that one server alone uses a database, for as long as it is renewed. */
export interface ServerLease {
  /** Renews it now. @returns whether it still was ours */
  renew(): Promise<boolean>;
  /** Renews it from now on. @param onLost another server has it: this one stood still for longer than a lease lives, and must end */
  keep(log: FastifyBaseLogger, onLost: () => void): void;
  /** Lets the next server start at once. */
  release(): Promise<void>;
}

/**
 * Takes the lease of a database for a server without Redis: of two such servers neither would hear what happens at the other one
 * (docs/decisions/0082).
 * @throws StartupError with a sentence where another server has it
 */
export async function takeServerLease(db: Db): Promise<ServerLease> {
  const holder = newId();
  const own = `process ${process.pid} on ${hostname()}`;
  const renew = async () => (await db.execute(claim(holder, own))).rows.length > 0;
  if (!(await renew())) {
    const lease = await readServerLease(db.$client);
    throw new StartupError(otherServer(lease?.process ?? 'one that started at the same moment'));
  }
  let timer: NodeJS.Timeout | undefined;
  return {
    renew,
    keep(log, onLost) {
      const tick = async () => {
        try {
          if (!(await renew())) onLost();
        } catch (error) {
          // The loops that wait for the database log that it is away; nobody else is given the lease meanwhile.
          if (!isDatabaseGone(error)) log.warn(outage(error), 'The lease of the database could not be renewed');
        }
      };
      timer = setInterval(() => void tick(), RENEWED_EVERY).unref();
    },
    async release() {
      clearInterval(timer);
      await db.execute(sql`DELETE FROM server_lease WHERE holder = ${holder}`);
    },
  };
}
