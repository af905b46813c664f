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
  it('says times as 25m, 7h or 2.3d, and is refused by its name and place without one', async () => {
    for (const [text, time] of [
      ['25m', 25 * 60_000],
      ['7h', 7 * 3_600_000],
      ['2.3d', 198_720_000],
    ] as const)
      expect(await written(text)).toEqual({ 'maya-okafor': { 'csp-report-noise': time } });
    const place = /saved\.yaml: maya-okafor\.csp-report-noise must be a `number`/;
    for (const text of ['soon', '']) await expect(written(text)).rejects.toThrow(place);
  });

  it('with a field that nobody reads is refused: it would be lost in silence', async () => {
    await writeFile(join(folder, 'reviews.yaml'), 'a-problem:\n  bySeeker: { rating: 5, text: Fine, after: 5h, starts: 4 }\n');
    await expect(readData('reviews', folder)).rejects.toThrow(/reviews\.yaml: .*bySeeker.* starts/);
  });
});
