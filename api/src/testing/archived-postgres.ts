import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { findPostgresTools } from '../../../scripts/test/postgres-tools.mjs';
import { makeDatabase, postgresUrl } from '../../../scripts/test/postgres-server.mjs';
import { freePort } from './server-process.ts';

/** A PostgreSQL whose log is archived, as docs/operating.md has it, and what restores it to a moment. */
export interface ArchivedPostgres {
  url: string;
  /** Copies its files while it runs. */
  baseBackup(): void;
  /** Settles when all that was written until now is archived. */
  waitUntilArchived(): Promise<void>;
  /** Ends it, and starts another one of the copy and the archive, at that moment. @returns its address */
  restoreTo(moment: string): Promise<string>;
  close(): Promise<void>;
}

async function ask(url: string, text: string): Promise<Record<string, unknown> | undefined> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return (await client.query<Record<string, unknown>>(text).finally(() => client.end())).rows[0];
}

/** Asks until the first row is as it shall be. A database that starts refuses connections at first. */
async function until(url: string, text: string, isThere: (row: Record<string, unknown>) => boolean): Promise<void> {
  for (const end = Date.now() + 60_000; ; await wait(50)) {
    const row = await ask(url, text).catch(() => undefined);
    if (row && isThere(row)) return;
    if (Date.now() > end) throw new Error(`PostgreSQL did not come to answer ${text}`);
  }
}

/** Starts one with an empty database. */
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
    await until(postgresUrl(port), 'SELECT pg_is_in_recovery() AS recovers', ({ recovers }) => recovers === false);
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
      const row = await ask(url, 'SELECT pg_walfile_name(pg_switch_wal()) AS file');
      const file = String(row?.['file']);
      await until(url, 'SELECT last_archived_wal AS file FROM pg_stat_archiver', (found) => String(found['file']) >= file);
    },
    async restoreTo(moment) {
      await stop(first);
      sh(`chmod 700 ${base}; touch ${base}/recovery.signal`);
      const settings = [
        `restore_command=cp ${archive}/%f %p`,
        `recovery_target_time=${moment}`,
        'recovery_target_action=promote',
      ];
      return postgresUrl(await start(String(base), settings));
    },
    async close() {
      for (const port of running.keys()) await stop(port);
      home.remove();
    },
  };
}
