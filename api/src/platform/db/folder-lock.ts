import { mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StartupError } from '../config/startup-error.ts';
import { errorCode } from '../errors/error-code.ts';

/** A guard that is older was left by a process that crashed. */
const GUARD_TTL_MS = 5000;
const RETRY_DELAY_MS = 50;
const MAX_TRIES = 200;

/** Reads the start time of a process (Linux only), which distinguishes it from a later one with the same id. */
function readStartTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in brackets, may contain spaces; the start time is the 20th field after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function isAlive(pid: number, start: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
  return start === '' || readStartTime(pid) === start;
}

function findHolder(file: string): number | undefined {
  try {
    const [pid = '', start = ''] = readFileSync(file, 'utf8').trim().split(' ');
    return isAlive(Number(pid), start) ? Number(pid) : undefined;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Returns false if another process holds the guard. */
function runGuarded(guard: string, work: () => void): boolean {
  try {
    mkdirSync(guard);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    const createdAt = statSync(guard, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (createdAt > 0 && Date.now() - createdAt > GUARD_TTL_MS) rmdirSync(guard);
    return false;
  }
  try {
    work();
    return true;
  } finally {
    rmdirSync(guard);
  }
}

/**
 * Locks a data folder, and returns the release: the embedded database has no lock, and two servers would lose rows.
 * @throws StartupError if a running server has the lock
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const file = join(folder, 'server.lock');
  const content = `${process.pid} ${readStartTime(process.pid)}\n`;
  const acquire = () => {
    const holder = findHolder(file);
    if (holder !== undefined) {
      throw new StartupError(
        `Another server (process ${holder}) is using the data folder ${folder}: stop it, or set DATA_DIR to another folder.`,
      );
    }
    writeFileSync(file, content);
  };
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    if (runGuarded(`${file}.taking`, acquire)) return () => release(file, content);
    await wait(RETRY_DELAY_MS);
  }
  throw new StartupError(`The data folder ${folder} could not be locked: remove ${file}.taking and start again.`);
}

function release(file: string, content: string): void {
  if (readFileSync(file, { encoding: 'utf8', flag: 'a+' }) === content) rmSync(file, { force: true });
}
