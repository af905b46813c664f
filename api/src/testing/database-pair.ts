import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../scripts/setup/settings.mjs';
import { Part } from '../../../scripts/cluster/part.mjs';
import type { PartOptions } from '../../../scripts/cluster/part.mjs';
import { query, startPostgresPair } from '../../../scripts/cluster/postgres.mjs';
import { openDatabase } from '../platform/db/database.ts';
import type { Database } from '../platform/db/database.ts';

export interface DatabasePair {
  url: string;
  readUrl: string;
  open(): Promise<Database>;
  /** Pauses replay on the standby, which still receives WAL. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  waitUntilCaughtUp(): Promise<void>;
  stopStandby(): Promise<void>;
  startStandby(): Promise<void>;
  close(): Promise<void>;
}

const fail = (error: Error) => {
  throw error;
};

export async function openDatabasePair(): Promise<DatabasePair> {
  const folder = mkdtempSync(join(tmpdir(), 'solvent-pair-'));
  chmodSync(folder, 0o755);
  const makePart = (given: Omit<PartOptions, 'log' | 'watch'>) =>
    new Part({ ...given, log: join(folder, 'log'), watch: () => undefined });
  const pair = await startPostgresPair({ folder, makePart, freePort, synchronous: false, settings: ['fsync=off'] });
  const { url } = pair.primary;
  const readUrl: string = pair.standby.url;
  const settings = { databaseUrl: url, databaseDirectUrl: url, databaseReadUrl: readUrl, databasePooled: false };
  const waitForReplay = async (lsn: string): Promise<void> => {
    const [row] = await query(readUrl, `SELECT pg_last_wal_replay_lsn() >= '${lsn}' AS is_replayed`);
    if (!row.is_replayed) await waitForReplay(lsn);
  };
  return {
    url,
    readUrl,
    open: () =>
      openDatabase({ ...settings, databasePoolSize: 5, dataDir: folder }, { onIdleError: () => undefined, onFatal: fail }),
    pause: () => query(readUrl, 'SELECT pg_wal_replay_pause()'),
    resume: () => query(readUrl, 'SELECT pg_wal_replay_resume()'),
    waitUntilCaughtUp: async () => {
      const [row] = await query(url, 'SELECT pg_current_wal_lsn()::text AS lsn');
      await waitForReplay(row.lsn);
    },
    stopStandby: () => pair.standby.stop(),
    startStandby: () => pair.standby.start(),
    close: async () => {
      await pair.standby.kill();
      await pair.primary.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
