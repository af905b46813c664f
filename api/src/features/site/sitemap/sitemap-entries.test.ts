import { buildProblem } from '../../../testing/problems.ts';
import { createTestApp } from '../../../testing/test-app.ts';
import type { TestApp } from '../../../testing/test-app.ts';
import { readSitemapEntries, findSitemapRanges } from './sitemap-entries.ts';
import type { SitemapEntry, SitemapRange } from './sitemap-entries.ts';

let test: TestApp;
/** Paths of the problems that are listed, in the order of their ids. */
const listed: string[] = [];
beforeAll(async () => {
  test = await createTestApp();
  const { id: userId } = await test.user();
  for (let day = 1; day <= 6; day += 1) {
    const updatedAt = new Date(Date.UTC(2026, 2, day));
    const { id } = await buildProblem(test.db, userId, { updatedAt });
    await buildProblem(test.db, userId, { updatedAt: new Date(Date.UTC(2026, 3, day)), status: 'closed' });
    listed.push(`/problems/${id}`);
  }
});
afterAll(() => test.close());

async function pathsOf(part: SitemapRange, sizes: { part: number; rows: number }): Promise<string[]> {
  const entries: SitemapEntry[] = [];
  for await (const some of readSitemapEntries(test.db, 'problems', part, sizes)) entries.push(...some);
  return entries.map(({ path }) => path);
}

describe('parts of a long list', () => {
  it.each([1, 2, 3, 4, 6, 7])('of %i each have each address once, in order', async (size) => {
    const parts = await findSitemapRanges(test.db, 'problems', size);
    expect(parts).toHaveLength(Math.ceil(listed.length / size));
    for (const rows of [1, 2, 100]) {
      const paths = await Promise.all(parts.map((part) => pathsOf(part, { part: size, rows })));
      expect(Math.max(...paths.map(({ length }) => length))).toBeLessThanOrEqual(size);
      expect(paths.flat()).toEqual(listed);
    }
  });

  it('say when something in them last changed, which is listed', async () => {
    const parts = await findSitemapRanges(test.db, 'problems', 4);
    expect(parts.map(({ changedAt }) => changedAt)).toEqual(['2026-03-04T00:00:00Z', '2026-03-06T00:00:00Z']);
  });

  it('are none where nothing is listed', async () => {
    expect(await findSitemapRanges(test.db, 'modules', 2)).toEqual([]);
  });

  it('have no more than they may, also where more has come since', async () => {
    const [all] = await findSitemapRanges(test.db, 'problems', 100);
    expect(await pathsOf(all ?? { after: undefined, until: undefined, changedAt: null }, { part: 3, rows: 2 })).toEqual(
      listed.slice(0, 3),
    );
  });
});
