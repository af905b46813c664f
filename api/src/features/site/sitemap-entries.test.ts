import { eq } from 'drizzle-orm';
import { problems } from '../../schema/index.ts';
import { buildProblem } from '../../testing/problems.ts';
import { setUpTestApp } from '../../testing/test-app.ts';
import { readSitemapEntries, findSitemapRanges } from './sitemap.ts';
import type { SitemapEntry, SitemapRange } from './sitemap.ts';

const test = setUpTestApp();
let firstId: string;
/** Paths of the listed problems, by id. */
const listed: string[] = [];
beforeAll(async () => {
  const { id: userId } = await test.user();
  for (let day = 1; day <= 6; day += 1) {
    const updatedAt = new Date(Date.UTC(2026, 2, day));
    const { id } = await buildProblem(test.db, userId, { updatedAt });
    await buildProblem(test.db, userId, { updatedAt: new Date(Date.UTC(2026, 3, day)), status: 'closed' });
    if (day === 1) firstId = id;
    listed.push(`/problems/${id}`);
  }
});

async function readPaths(range: SitemapRange, sizes: { range: number; rows: number }): Promise<string[]> {
  const entries: SitemapEntry[] = [];
  for await (const some of readSitemapEntries(test.db, 'problems', range, sizes)) entries.push(...some);
  return entries.map(({ path }) => path);
}

describe('ranges of a long list', () => {
  it.each([1, 2, 3, 4, 6, 7])('of %i rows contain each page once, in order', async (size) => {
    const ranges = await findSitemapRanges(test.db, 'problems', size);
    expect(ranges).toHaveLength(Math.ceil(listed.length / size));
    for (const rows of [1, 2, 100]) {
      const paths = await Promise.all(ranges.map((range) => readPaths(range, { range: size, rows })));
      expect(Math.max(...paths.map(({ length }) => length))).toBeLessThanOrEqual(size);
      expect(paths.flat()).toEqual(listed);
    }
  });

  it('have the time of the last change of a listed row', async () => {
    const ranges = await findSitemapRanges(test.db, 'problems', 4);
    expect(ranges.map(({ changedAt }) => changedAt)).toEqual(['2026-03-04T00:00:00Z', '2026-03-06T00:00:00Z']);
  });

  it('are empty if nothing is listed', async () => {
    expect(await findSitemapRanges(test.db, 'modules', 2)).toEqual([]);
  });

  it('contain no page twice, also if a row was closed since', async () => {
    const ranges = await findSitemapRanges(test.db, 'problems', 2);
    const isFirst = eq(problems.id, firstId);
    await test.db.update(problems).set({ status: 'closed' }).where(isFirst);
    const paths = await Promise.all(ranges.map((range) => readPaths(range, { range: 2, rows: 1 })));
    await test.db.update(problems).set({ status: 'open' }).where(isFirst);
    expect(paths.flat()).toEqual(listed.slice(1));
  });

  it('are limited in size, also if rows were added since', async () => {
    const [all] = await findSitemapRanges(test.db, 'problems', 100);
    expect(await readPaths(all ?? { after: undefined, changedAt: null }, { range: 3, rows: 2 })).toEqual(listed.slice(0, 3));
  });
});
