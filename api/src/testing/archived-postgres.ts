import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { query } from '../../../scripts/cluster/postgres.mjs';
import { findPostgresTools } from '../../../scripts/test/postgres-tools.mjs';
import { makeDatabase, postgresUrl } from '../../../scripts/test/postgres-server.mjs';
import { freePort } from './server-process.ts';

/** A PostgreSQL server with WAL archiving as in docs/operating.md, and point-in-time recovery from it. */
export interface ArchivedPostgres {
  url: string;
  baseBackup(): void;
  waitUntilArchived(): Promise<void>;
  /** Stops the server and starts another one from the base backup and the archive. @returns its URL */
  restoreTo(time: string): Promise<string>;
  close(): Promise<void>;
}

async function waitUntil(url: string, statement: string, isDone: (row: Record<string, unknown>) => boolean): Promise<void> {
  for (const end = Date.now() + 60_000; ; await wait(50)) {
    const [row] = await query(url, statement).catch(() => []);
    if (row && isDone(row)) return;
    if (Date.now() > end) throw new Error(`Timed out waiting for the result of ${statement}`);
  }
}

export async function startArchivedPostgres(): Promise<ArchivedPostgres> {
  const programs = await findPostgresTools();
  const home = makeDatabase(programs, tmpdir(), ['--no-sync']);
  const [archive, base] = ['archive', 'base'].map((name) => join(home.folder, name));
  const sh = (command: string) => execFileSync('sh', ['-ec', command], { ...home.options, stdio: ['ignore', 'ignore', 'pipe'] });
  const running = new Map<number, ChildProcess>();
  const start = async (data: string, settings: string[]): Promise<number> => {
    const port = await freePort();
    const [program, args] = home.command(data, port, ['fsync=off', ...settings]);
    running.set(port, spawn(program, args, { ...home.options, stdio: 'ignore' }));
    await waitUntil(postgresUrl(port), 'SELECT pg_is_in_recovery() AS recovers', ({ recovers }) => recovers === false);
    return port;
  };
  const stop = async (port: number) => {
    const child = running.get(port);
    running.delete(port);
    if (!child || child.exitCode !== null) return;
    child.kill('SIGINT');
    await once(child, 'close');
  };
  sh(`mkdir -m 700 ${archive}`);
  const first = await start(home.data, [
    'wal_level=replica',
    'archive_mode=on',
    `archive_command=test ! -f ${archive}/%f && cp %p ${archive}/%f.part && mv ${archive}/%f.part ${archive}/%f`,
  ]);
  const url = postgresUrl(first);
  return {
    url,
    baseBackup: () =>
      void sh(
        `${join(programs, 'pg_basebackup')} --dbname=${url} --pgdata=${base} --wal-method=none --checkpoint=fast --no-sync`,
      ),
    async waitUntilArchived() {
      const [row] = await query(url, 'SELECT pg_walfile_name(pg_switch_wal()) AS file');
      const file = String(row.file);
      await waitUntil(url, 'SELECT last_archived_wal AS file FROM pg_stat_archiver', (found) => String(found['file']) >= file);
    },
    async restoreTo(time) {
      await stop(first);
      sh(`chmod 700 ${base}; touch ${base}/recovery.signal`);
      const settings = [`restore_command=cp ${archive}/%f %p`, `recovery_target_time=${time}`, 'recovery_target_action=promote'];
      return postgresUrl(await start(String(base), settings));
    },
    async close() {
      for (const port of running.keys()) await stop(port);
      home.remove();
    },
  };
}
