import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readData } from './data.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'solvent-test-data-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function written(text: string) {
  await writeFile(join(folder, 'saved.yaml'), `maya-okafor:\n  csp-report-noise: ${text}\n`);
  return readData('saved', folder);
}

describe('a file of the demo data', () => {
  it.each([
    ['25m', 25 * 60_000],
    ['7h', 7 * 3_600_000],
    ['2.3d', 198_720_000],
  ])('says times as %s', async (text, time) => {
    expect(await written(text)).toEqual({ 'maya-okafor': { 'csp-report-noise': time } });
  });

  it.each([
    ['that is no time', () => written('soon'), /saved\.yaml: maya-okafor\.csp-report-noise must be a `number`/],
    ['that is missing', () => written(''), /saved\.yaml: maya-okafor\.csp-report-noise must be a `number`/],
  ])('with a value %s is refused by its name and place', async (_what, read, says) => {
    await expect(read()).rejects.toThrow(says);
  });

  it('with a field that nobody reads is refused: it would be lost in silence', async () => {
    await writeFile(join(folder, 'reviews.yaml'), 'a-problem:\n  bySeeker: { rating: 5, text: Fine, after: 5h, starts: 4 }\n');
    await expect(readData('reviews', folder)).rejects.toThrow(/reviews\.yaml: .*bySeeker.* starts/);
  });
});
