import { buildProblem, listProblems } from '../../../testing/problems.ts';
import { createTestApp, setUpTestApp } from '../../../testing/test-app.ts';
import { countTypos } from '../../../platform/db/spelling-suggestion.ts';

describe('countTypos', () => {
  it.each([
    ['react', 'react', 0],
    ['raect', 'react', 1],
    ['reac', 'react', 1],
    ['reactt', 'react', 1],
    ['rexct', 'react', 1],
    ['websokcet', 'websocket', 1],
    ['kuberntes', 'kubernetes', 1],
    ['ca', 'abc', 3],
    ['', 'abc', 3],
  ])('counts %s and %s as %d', (one, other, typos) => {
    expect(countTypos(one, other)).toBe(typos);
  });
});

describe('a search with a typo (product 2.48)', () => {
  const test = setUpTestApp();
  beforeAll(async () => {
    const { id } = await test.user();
    const add = (given: Parameters<typeof buildProblem>[2]) => buildProblem(test.db, id, given);
    await add({ title: 'WebSocket closes after a minute', tags: ['Node.js'], category: 'backend', budget: 100 });
    await add({ title: 'Kubernetes pods restart', tags: ['Kubernetes'], category: 'devops', budget: 5000 });
    await add({ title: 'A react form', tags: ['React'], category: 'frontend', budget: 100 });
    await add({ title: 'Redirect loops', tags: ['Nginx'], category: 'devops', budget: 100 });
  });

  it.each([
    ['websokcet', 'websocket', ['WebSocket closes after a minute']],
    ['raect', 'react', ['A react form']],
    ['kuberntes pods', 'kubernetes pods', ['Kubernetes pods restart']],
    ['wbesokcet', 'websocket', ['WebSocket closes after a minute']],
    ['Websoket CLOSES', 'websocket CLOSES', ['WebSocket closes after a minute']],
  ])('returns the matches of the corrected search, and names it: %s', async (typed, corrected, titles) => {
    const response = await listProblems(test, `search=${encodeURIComponent(typed)}`);
    expect(response.body).toMatchObject({ searchedFor: corrected, total: titles.length });
    expect(response.titles).toEqual(titles);
  });

  it('does not correct a search of stop words alone', async () => {
    const empty = await createTestApp();
    expect((await listProblems(empty, 'search=about')).body).toMatchObject({ searchedFor: null, total: 0 });
    await empty.close();
  });

  it('counts categories for the corrected search', async () => {
    const { body } = await test.request('GET', '/api/problems/categories?search=websokcet');
    const counted = (body['categories'] as { value: string; count: number }[]).filter(({ count }) => count > 0);
    expect(counted.map(({ value, count }) => [value, count])).toEqual([['backend', 1]]);
  });

  it.each([
    ['a word that matches', 'websocket', 1],
    ['words that match outside the other filters only', 'kubernetes&price_max=1000', 0],
    ['known words that no problem combines', 'websocket kubernetes', 0],
    ['a word without similar ones', 'zzzyyyxxx', 0],
    ['a short word', 'awz', 0],
    ['a word of fewer than eight letters with two typos', 'raetc', 0],
  ])('does not correct %s', async (_what, query, total) => {
    expect((await listProblems(test, `search=${query}`)).body).toMatchObject({ searchedFor: null, total });
  });

  it('suggests words of edited problems', async () => {
    const { id } = await test.user();
    const { id: problemId } = await buildProblem(test.db, id, { title: 'To be renamed soon' });
    await test.db.execute(`UPDATE problems SET title = 'Flamegraph is empty' WHERE id = '${problemId}'`);
    expect((await listProblems(test, 'search=flamegarph')).titles).toEqual(['Flamegraph is empty']);
  });
});

it('caches suggestions per database', async () => {
  const [first, second] = [await createTestApp(), await createTestApp()];
  await buildProblem(first.db, (await first.user()).id, { title: 'Flamegraph is empty' });
  expect((await listProblems(second, 'search=flamegarph')).titles).toEqual([]);
  expect((await listProblems(first, 'search=flamegarph')).titles).toEqual(['Flamegraph is empty']);
  await Promise.all([first.close(), second.close()]);
});
