import { CORPUS, SEARCHES } from '../../../testing/relevance.ts';
import { buildProblem, listProblems } from '../../../testing/problems.ts';
import { setUpTestApp } from '../../../testing/test-app.ts';

const test = setUpTestApp();
beforeAll(async () => {
  const { id } = await test.user();
  for (const [title, tags, body] of Object.values(CORPUS))
    await buildProblem(test.db, id, { title, tags: tags.split(','), body });
});

const namesByTitle = new Map(Object.entries(CORPUS).map(([name, [title]]) => [title, name]));

it('ranks the expected problems first (product 2.48)', async () => {
  const misses: string[] = [];
  for (const [typed, top] of SEARCHES) {
    const wanted = top.split(' ').filter(Boolean).toSorted();
    const { titles } = await listProblems(test, `search=${encodeURIComponent(typed)}`);
    const first = titles.map((title) => namesByTitle.get(title) ?? title).slice(0, Math.max(1, wanted.length));
    if (first.toSorted().join(' ') !== wanted.join(' ')) misses.push(`${typed}: ${first.join(' ')} instead of ${top}`);
  }
  expect(misses).toEqual([]);
  expect(SEARCHES.length).toBeGreaterThanOrEqual(150);
});
