import { setUpTestApp } from '../../../testing/test-app.ts';
import { buildProblem } from '../../../testing/problems.ts';

const test = setUpTestApp();
let posterId: string;
beforeAll(async () => {
  posterId = (await test.user()).id;
  const add = (title: string, given = {}) => buildProblem(test.db, posterId, { title, ...given });
  await add('Importer loses rows at night', { status: 'solved', bidCount: 3 });
  await add('The nightly importer is losing rows of orders');
  await add('Rows of a table jump', { body: 'The importer loses them at night.' });
  await add('Importer loses its rows every night', { status: 'closed' });
  await add("A customer's rows: O'Brien \\ importer");
  await add('A map without streets');
});

const similar = (title: string) => test.request('GET', `/api/problems/similar?title=${encodeURIComponent(title)}`);
async function titles(title: string): Promise<string[]> {
  const { body } = await similar(title);
  // The response schema allows no other type.
  return (body['problems'] as { title: string }[]).map((problem) => problem.title);
}

describe('GET /api/problems/budgets (product 2.65)', () => {
  it('returns the range of six of ten budgets, with the tags if five have one, else of the category, else null', async () => {
    const caller = await test.signedIn('seeker');
    const add = (budget: number, given = {}) =>
      buildProblem(test.db, posterId, { budget, category: 'cloud', tags: ['AWS'], ...given });
    const read = async (query: string) =>
      (await test.request('GET', `/api/problems/budgets?${query}`, { as: caller })).body['budgets'];
    for (const budget of [100, 150, 200, 400]) await add(budget);
    await add(9000, { takenDownAt: new Date() });
    expect(await read('category=cloud&tags=AWS')).toBeNull();
    await add(5000, { tags: ['GCP'] });
    expect(await read('category=cloud&tags=AWS')).toEqual({ low: 100, high: 400 });
    for (const budget of [160, 170]) await add(budget);
    expect(await read('category=cloud&tags=aws,Go')).toEqual({ low: 150, high: 200 });
    expect(await read('category=blockchain')).toBeNull();
  });
});

describe('GET /api/problems/similar', () => {
  it('returns open problems first, then those that share the most words, and no closed ones', async () => {
    expect(await titles('Our importer loses rows of orders every night')).toEqual([
      'The nightly importer is losing rows of orders',
      "A customer's rows: O'Brien \\ importer",
      'Importer loses rows at night',
    ]);
  });

  it('requires one shared word only for titles of one word', async () => {
    expect(await titles('streets')).toEqual(['A map without streets']);
    expect(await titles('streets of silver')).toEqual([]);
  });

  it('returns at most five', async () => {
    for (let count = 0; count < 7; count += 1) await buildProblem(test.db, posterId, { title: `Websocket reconnects ${count}` });
    expect(await titles('Websocket that reconnects')).toEqual([6, 5, 4, 3, 2].map((count) => `Websocket reconnects ${count}`));
  });

  it.each(['the of and', "' & | ! ) :* \\ %", "O'Brien's \\' rows importer", "/a\\b/c?d='e http://x.example/y\\z", '😀'])(
    'accepts the title %j',
    async (title) => expect((await similar(title)).status).toBe(200),
  );
});
