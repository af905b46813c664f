import type { Config } from '../platform/config/config.ts';
import { openDatabase } from '../platform/db/database.ts';
import type { Db } from '../platform/db/connect.ts';

const fail = (error: Error) => {
  throw error;
};

/** Does something with the database, which is closed afterwards. No server may hold the embedded one meanwhile. */
export async function withDatabase<Result>(config: Config, work: (db: Db) => Promise<Result>): Promise<Result> {
  const database = await openDatabase(config, { onIdleError: fail, onFatal: fail });
  return work(database.db).finally(() => database.close());
}
