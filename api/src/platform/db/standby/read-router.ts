import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '../connect.ts';
import { AppError } from '../../errors/app-error.ts';
import { isStandbyTimeout } from './standby.ts';
import type { Standby } from './standby.ts';

/** Lists and searches of what everybody may see, which may be a moment old for others than who wrote it (decision 0070). */
export interface ReadRouter {
  /**
   * Reads on the standby where there is one that keeps up, and this person wrote nothing lately; else, and where the standby
   * fails, on the database itself. A read that takes too long on the standby fails.
   * @param readerId undefined for the signed-out
   */
  read<Found>(readerId: string | undefined, work: (db: Db) => Promise<Found>): Promise<Found>;
}

/** @param wroteLately whether this person may miss on the standby what they wrote */
export function createReadRouter(
  db: Db,
  standby: Standby | undefined,
  log: FastifyBaseLogger,
  wroteLately: (personId: string) => Promise<boolean>,
): ReadRouter {
  if (standby === undefined) return { read: (_readerId, work) => work(db) };
  standby.onChange(({ isUsed, reason }) => {
    if (isUsed) log.info(`Lists are read from the replica in DATABASE_READ_URL (${reason})`);
    else log.warn(`Lists are read from the database itself: the replica in DATABASE_READ_URL is not used (${reason})`);
  });
  return {
    read: async (readerId, work) => {
      if (!standby.state().isUsed) return work(db);
      if (readerId !== undefined && (await wroteLately(readerId))) return work(db);
      try {
        const found = await work(standby.db);
        standby.reportSuccess();
        return found;
      } catch (error) {
        // What the product itself refuses, the database itself would be no reason for either.
        if (error instanceof AppError) throw error;
        standby.reportFailure(error);
        // The database has its own work, and would do that of a slow standby besides.
        if (isStandbyTimeout(error)) throw error;
        return work(db);
      }
    },
  };
}

/** Something for each database that is read, such as what is remembered of its lists: what one says is not what the other has. */
export function perDatabase<Value>(make: () => Value): { of: (db: Db) => Value; all: () => Value[] } {
  const known = new Map<Db, Value>();
  const of = (db: Db): Value => {
    const value = known.get(db) ?? make();
    known.set(db, value);
    return value;
  };
  return { of, all: () => [...known.values()] };
}
