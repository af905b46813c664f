import type { Config } from '../platform/config/config.ts';
import { BESIDE_SERVERS } from '../platform/db/beside-servers.ts';
import { openDatabase } from '../platform/db/database.ts';
import type { Db } from '../platform/db/connect.ts';
import { pushed } from '../features/notifications/service.ts';
import { transactBeside } from '../platform/outbox/outbox.ts';
import type { Transact } from '../platform/outbox/outbox.ts';
import { createFirebasePush } from '../platform/push/firebase-push.ts';

/** Does something with the database, which is closed afterwards. No server may hold the embedded one meanwhile. @param prepare instead of applying migrations */
export async function withDatabase<Result>(
  config: Config,
  work: (db: Db) => Promise<Result>,
  prepare?: Parameters<typeof openDatabase>[2],
): Promise<Result> {
  const database = await openDatabase(config, BESIDE_SERVERS, prepare);
  return work(database.db).finally(() => database.close());
}

/** Transactions whose events the servers deliver. */
export const transactOn = (config: Config, db: Db): Transact =>
  // Where push is off, no server delivers these.
  transactBeside(db, createFirebasePush(config) === undefined ? [pushed] : []);
