import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { StartupError } from '../platform/config/startup-error.ts';

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
export function findProgram(name: 'pg_dump' | 'pg_restore', minVersion: number) {
  const [found] = listPaths(name)
    .map((path) => ({ path, version: readVersion(path) }))
    .filter(({ version }) => version >= minVersion)
    .toSorted((one, other) => one.version - other.version);
  if (found !== undefined) return found;
  throw new StartupError(
    `${name} of PostgreSQL ${minVersion} or newer is needed and was not found: install PostgreSQL's client programs (on Debian postgresql-client-${minVersion}), or add their folder to PATH.`,
  );
}

/** Starts a program on a database. The password is in the environment, because arguments are visible to other users. */
export function startProgram(path: string, url: string, args: string[]) {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  const env = { ...process.env, ...(password && { PGPASSWORD: password }) };
  const child = spawn(path, [...args, `--dbname=${address.href}`], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  const waitForEnd = async () => {
    const [[code], output] = await Promise.all([once(child, 'close') as Promise<[number | null]>, text(child.stderr)]);
    if (code === 0) return;
    const reason = output.trim().split('\n').slice(0, 2).join(' ') || `exit code ${code}`;
    throw new StartupError(`PostgreSQL's ${path} failed: ${reason}`);
  };
  const ended = waitForEnd();
  // The caller awaits it later.
  ended.catch(() => undefined);
  return { child, ended };
}
