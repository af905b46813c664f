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

/** Takes the folder and gives it back; what the lock said meanwhile. */
async function takenLock(): Promise<string> {
  const unlock = await lockFolder(folder.path);
  const said = readFileSync(lockFile(), 'utf8');
  unlock();
  return said;
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
  it('keeps a second one out until the first gives the folder back', async () => {
    const unlock = await lockFolder(folder.path);
    await expect(lockFolder(folder.path)).rejects.toThrow(
      `Another server (process ${process.pid}) is using the data folder ${folder.path}`,
    );
    unlock();
    expect(existsSync(lockFile())).toBe(false);
    (await lockFolder(folder.path))();
  });

  it('takes over from a process that is gone', async () => {
    writeFileSync(lockFile(), `${await deadProcess()} 123\n`);
    expect(await takenLock()).toMatch(new RegExp(`^${process.pid} `));
  });

  it('is not fooled by another process that was given the same id', async () => {
    writeFileSync(lockFile(), `${process.pid} 1\n`);
    // Only Linux tells when a process started; elsewhere the id alone counts, on the safe side.
    const outcome = process.platform === 'linux' ? new RegExp(`^${process.pid} `) : /Another server/;
    expect(await takenLock().catch(String)).toMatch(outcome);
  });

  it.each(['', 'nonsense', '-1 0'])('takes over a lock that reads %p', async (content) => {
    writeFileSync(lockFile(), content);
    expect(await takenLock()).toMatch(new RegExp(`^${process.pid} `));
  });

  it('lets one of many in', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => lockFolder(folder.path)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('does not wait for a taker that died half-way', async () => {
    const guard = `${lockFile()}.taking`;
    mkdirSync(guard);
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(guard, longAgo, longAgo);
    (await lockFolder(folder.path))();
    expect(existsSync(guard)).toBe(false);
  });

  it('does not remove a lock that somebody else holds by now', async () => {
    const unlock = await lockFolder(folder.path);
    writeFileSync(lockFile(), 'another\n');
    unlock();
    expect(readFileSync(lockFile(), 'utf8')).toBe('another\n');
  });
});
