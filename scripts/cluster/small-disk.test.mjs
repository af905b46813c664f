import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSmallDisk } from './small-disk.mjs';

const home = mkdtempSync(join(tmpdir(), 'solvent-small-disk-'));
afterAll(() => rmSync(home, { recursive: true }));

describe('a small disk', () => {
  it('takes nothing more while it is full, and keeps what is on it', async () => {
    const disk = await makeSmallDisk(join(home, 'disk'), 2);
    // Whoever may not make one is told so.
    if (disk === undefined) return;
    const write = (name, text) => writeFileSync(join(disk.folder, name), text);
    write('before', 'Here');
    disk.fill();
    expect(() => write('meanwhile', 'Not here')).toThrow('no space left on device');
    disk.free();
    write('after', 'Here again');
    expect(['before', 'after'].map((name) => readFileSync(join(disk.folder, name), 'utf8'))).toEqual(['Here', 'Here again']);
    await disk.remove();
    expect(existsSync(join(disk.folder, 'before'))).toBe(false);
  });
});
