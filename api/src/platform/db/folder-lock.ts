import { mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StartupError } from '../config/startup-error.ts';
import { errorCode } from '../errors/error-code.ts';

/** A taker that died half-way leaves its guard; after this (ms) it no longer counts. */
const GUARD_LIFE = 5000;
const RETRY_PAUSE = 50;
const TRIES = 200;

/** When the kernel started a process (Linux): tells a process from a later one that was given the same id. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in brackets, may hold spaces; the start time is the 22nd field, the 20th after it.
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
  return start === '' || startOf(pid) === start;
}

/** The live process that holds the lock, if there is one. */
function holderOf(file: string): number | undefined {
  try {
    const [pid = '', start = ''] = readFileSync(file, 'utf8').trim().split(' ');
    return isAlive(Number(pid), start) ? Number(pid) : undefined;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Runs `work` while no other process does; false if another one is at it. */
function guarded(guard: string, work: () => void): boolean {
  try {
    mkdirSync(guard);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    const made = statSync(guard, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (made > 0 && Date.now() - made > GUARD_LIFE) rmdirSync(guard);
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
 * Takes a data folder for this process: the embedded database has no lock of its own, and two servers
 * on one folder lose rows. A lock whose process is gone (kill -9) is taken over.
 * @returns gives the folder back.
 * @throws StartupError if a living server has it.
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const file = join(folder, 'server.lock');
  const mine = `${process.pid} ${startOf(process.pid)}\n`;
  const take = () => {
    const holder = holderOf(file);
    if (holder !== undefined) {
      throw new StartupError(
        `Another server (process ${holder}) is using the data folder ${folder}: stop it, or set DATA_DIR to another folder.`,
      );
    }
    writeFileSync(file, mine);
  };
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (guarded(`${file}.taking`, take)) return () => release(file, mine);
    await wait(RETRY_PAUSE);
  }
  throw new StartupError(`The data folder ${folder} could not be locked: remove ${file}.taking and start again.`);
}

function release(file: string, mine: string): void {
  if (readFileSync(file, { encoding: 'utf8', flag: 'a+' }) === mine) rmSync(file, { force: true });
}
