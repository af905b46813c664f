import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { StartupError } from '../platform/config/startup-error.ts';

/** A client program of PostgreSQL. */
export interface Program {
  path: string;
  /** Such as 15. */
  version: number;
}

const DEBIAN = '/usr/lib/postgresql';

function candidates(name: string): string[] {
  const debian = existsSync(DEBIAN) ? readdirSync(DEBIAN).map((version) => join(DEBIAN, version, 'bin')) : [];
  return [...(process.env['PATH'] ?? '').split(delimiter), ...debian]
    .map((folder) => join(folder, name))
    .filter((path) => existsSync(path));
}

function readProgramVersion(path: string): number | undefined {
  try {
    const output = execFileSync(path, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return Number(/\) (\d+)/.exec(output)?.[1]) || undefined;
  } catch {
    // Debian's wrapper prints nothing without a server.
    return undefined;
  }
}

/** The oldest program that is new enough: a newer one may write what the server does not understand. */
export function findProgram(name: 'pg_dump' | 'pg_restore', oldest: number): Program {
  const found = candidates(name)
    .flatMap((path) => ({ path, version: readProgramVersion(path) ?? 0 }))
    .filter(({ version }) => version >= oldest)
    .toSorted((one, other) => one.version - other.version);
  if (found[0] !== undefined) return found[0];
  throw new StartupError(
    `${name} of PostgreSQL ${oldest} or newer is needed and was not found: install PostgreSQL's client programs (on Debian postgresql-client-${oldest}), or add their folder to PATH.`,
  );
}

/** The address without its password, which other users of the machine would see, and the password. */
function addressed(url: string): { url: string; env: NodeJS.ProcessEnv } {
  const address = new URL(url);
  const password = decodeURIComponent(address.password);
  address.password = '';
  return { url: address.href, env: { ...process.env, ...(password && { PGPASSWORD: password }) } };
}

type Client = ChildProcessByStdio<Writable, Readable, Readable>;

/** Starts a program on a database. @returns it, and a promise of its end. */
export function startProgram(program: Program, url: string, args: string[]): { child: Client; ended: Promise<void> } {
  const { url: dbname, env } = addressed(url);
  const child = spawn(program.path, [...args, `--dbname=${dbname}`], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output = `${output}${String(chunk)}`.slice(-2000);
  });
  const ended = new Promise<void>((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => {
      if (code === 0) return done();
      const reason = output.trim().split('\n').slice(0, 2).join(' ') || `it ended with ${code}`;
      fail(new StartupError(`PostgreSQL's ${program.path} did not come to its end: ${reason}`));
    });
  });
  // the caller gets the error
  ended.catch(() => undefined);
  return { child, ended };
}
