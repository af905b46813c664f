import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../connect.ts';
import { AppError } from '../../errors/app-error.ts';
import { isStandbyTimeout } from './standby.ts';
import type { Standby } from './standby.ts';

/** Routes reads of public data to the standby, where they may be slightly outdated (decision 0070). */
export interface ReadRouter {
  /** Reads on the standby, unless the reader wrote something recently, and else on the primary. @param readerId undefined for visitors */
  read<Found>(readerId: string | undefined, work: (db: Db) => Promise<Found>): Promise<Found>;
}

export function createReadRouter(
  db: Db,
  standby: Standby | undefined,
  log: FastifyBaseLogger,
  hasWrittenRecently: (userId: string) => Promise<boolean>,
): ReadRouter {
  if (standby === undefined) return { read: (_readerId, work) => work(db) };
  standby.onChange(({ isUsed, reason }) => {
    if (isUsed) log.info(`Lists are read from the replica in DATABASE_READ_URL (${reason})`);
    else log.warn(`Lists are read from the database itself: the replica in DATABASE_READ_URL is not used (${reason})`);
  });
  return {
    read: async (readerId, work) => {
      if (!standby.state().isUsed) return work(db);
      if (readerId !== undefined && (await hasWrittenRecently(readerId))) return work(db);
      try {
        const found = await work(standby.db);
        standby.reportSuccess();
        return found;
      } catch (error) {
        if (error instanceof AppError) throw error;
        standby.reportFailure(error);
        // The primary must not receive the load of a slow standby.
        if (isStandbyTimeout(error)) throw error;
        return work(db);
      }
    },
  };
}

/** Keeps a value per database, such as a cache: the standby and the primary may differ. */
export function perDatabase<Value>(create: () => Value): { of: (db: Db) => Value; all: () => Value[] } {
  const values = new Map<Db, Value>();
  const of = (db: Db): Value => {
    const value = values.get(db) ?? create();
    values.set(db, value);
    return value;
  };
  return { of, all: () => [...values.values()] };
}
