import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { StartupError } from '../platform/config/startup-error.ts';

/** A client program of PostgreSQL. */
interface Program {
  path: string;
  /** Major version, such as 15. */
  version: number;
}

const DEBIAN = '/usr/lib/postgresql';

function listPaths(name: string): string[] {
  const debian = existsSync(DEBIAN) ? readdirSync(DEBIAN).map((version) => join(DEBIAN, version, 'bin')) : [];
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...debian];
  return folders.map((folder) => join(folder, name)).filter((path) => existsSync(path));
}

function readVersion(path: string): number {
  try {
    const output = execFileSync(path, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return Number(/\) (\d+)/.exec(output)?.[1] ?? 0);
  } catch {
    // Debian's wrapper prints nothing without a server.
    return 0;
  }
}

/** Finds the oldest program that is new enough: the output of a newer one may not suit the server. */
export function findProgram(name: 'pg_dump' | 'pg_restore', minVersion: number): Program {
  const [found] = listPaths(name)
    .map((path) => ({ path, version: readVersion(path) }))
    .filter(({ version }) => version >= minVersion)
    .toSorted((one, other) => one.version - other.version);
  if (found !== undefined) return found;
  throw new StartupError(
    `${name} of PostgreSQL ${minVersion} or newer is needed and was not found: install PostgreSQL's client programs (on Debian postgresql-client-${minVersion}), or add their folder to PATH.`,
  );
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

async function waitForEnd(child: Child, path: string): Promise<void> {
  const [[code], output] = await Promise.all([once(child, 'close') as Promise<[number | null]>, text(child.stderr)]);
  if (code === 0) return;
  const reason = output.trim().split('\n').slice(0, 2).join(' ') || `exit code ${code}`;
  throw new StartupError(`PostgreSQL's ${path} failed: ${reason}`);
}

/** Starts a program on a database. The password is in the environment, because arguments are visible to other users. */
export function startProgram({ path }: Program, url: string, args: string[]): { child: Child; ended: Promise<void> } {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  const env = { ...process.env, ...(password && { PGPASSWORD: password }) };
  const child = spawn(path, [...args, `--dbname=${address.href}`], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = waitForEnd(child, path);
  // The caller awaits it later.
  ended.catch(() => undefined);
  return { child, ended };
}
