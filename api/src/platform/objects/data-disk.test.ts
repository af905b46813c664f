import { join } from 'node:path';
import { temporaryFolder } from '../../testing/server-process.ts';
import { diskProblem, readDataDisk } from './data-disk.ts';

it('reads the disk of a data folder that does not exist yet', async () => {
  const { path, remove } = temporaryFolder();
  const here = await readDataDisk(path);
  const { size, isReadOnly } = await readDataDisk(join(path, 'not', 'there'));
  remove();
  expect(here.free).toBeGreaterThan(0);
  expect({ size, isReadOnly }).toEqual({ size: here.size, isReadOnly: false });
});

it.each([
  [0, 'full: 0 MB'],
  [16, 'nearly full: 16 MB'],
])('reports a disk with %i MB left', (left, state) => {
  expect(diskProblem({ free: left * 2 ** 20, size: 24 * 2 ** 20, isReadOnly: false })).toBe(
    `The disk of the data folder is ${state} of 24 MB are free; below 256 MB uploads may fail.`,
  );
});

it('returns undefined for a file system that reports no size', () => {
  expect(diskProblem({ free: 0, size: 0, isReadOnly: false })).toBeUndefined();
});
