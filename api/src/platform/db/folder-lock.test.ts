import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../testing/server-process.ts';
import { lockFolder } from './folder-lock.ts';

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

const lockFile = () => join(folder.path, 'server.lock');

/** Locks and releases the folder, and returns the content of the lock in between. */
async function readLock(): Promise<string> {
  const unlock = await lockFolder(folder.path);
  const content = readFileSync(lockFile(), 'utf8');
  unlock();
  return content;
}

/** The id of a process that has just ended. */
async function deadProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  const { pid } = child;
  await new Promise((resolve) => {
    child.once('close', resolve);
  });
  if (pid === undefined) throw new Error('The process did not start');
  return pid;
}

describe('lockFolder', () => {
  it('rejects a second lock until the first is released', async () => {
    const unlock = await lockFolder(folder.path);
    await expect(lockFolder(folder.path)).rejects.toThrow(
      `Another server (process ${process.pid}) is using the data folder ${folder.path}`,
    );
    unlock();
    expect(existsSync(lockFile())).toBe(false);
    (await lockFolder(folder.path))();
  });

  it('replaces the lock of a process that has ended', async () => {
    writeFileSync(lockFile(), `${await deadProcess()} 123\n`);
    expect(await readLock()).toMatch(new RegExp(`^${process.pid} `));
  });

  it('replaces the lock of an earlier process with the same id', async () => {
    writeFileSync(lockFile(), `${process.pid} 1\n`);
    // Only Linux provides the start time of a process; elsewhere the lock is kept.
    const outcome = process.platform === 'linux' ? new RegExp(`^${process.pid} `) : /Another server/;
    expect(await readLock().catch(String)).toMatch(outcome);
  });

  it.each(['', 'nonsense', '-1 0'])('replaces a lock with the content %p', async (content) => {
    writeFileSync(lockFile(), content);
    expect(await readLock()).toMatch(new RegExp(`^${process.pid} `));
  });

  it('lets one of many concurrent locks succeed', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder.path)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('ignores the old guard of a process that crashed', async () => {
    const guard = `${lockFile()}.taking`;
    mkdirSync(guard);
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(guard, longAgo, longAgo);
    (await lockFolder(folder.path))();
    expect(existsSync(guard)).toBe(false);
  });

  it('does not remove the lock of another process', async () => {
    const unlock = await lockFolder(folder.path);
    writeFileSync(lockFile(), 'another\n');
    unlock();
    expect(readFileSync(lockFile(), 'utf8')).toBe('another\n');
  });
});
