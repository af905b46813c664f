import { addDays } from '@solvent/contracts/rules';
import { createTestApp, setUpTestApp } from '../../../testing/test-app.ts';
import { buildProblem, listProblems } from '../../../testing/problems.ts';

const test = setUpTestApp();
let posterId: string;
beforeAll(async () => {
  const poster = await test.user({ name: 'Ada', image: '/api/files/x' });
  posterId = poster.id;
  const add = (title: string, given: Parameters<typeof buildProblem>[2]) => buildProblem(test.db, posterId, { title, ...given });
  const inDays = (days: number) => addDays(new Date().toISOString().slice(0, 10), days);
  await add('cheap react', { doneBy: inDays(7), budget: 50, tags: ['React', 'CSS'], category: 'frontend', bidCount: 2 });
  await add('middle python', {
    doneBy: inDays(-2),
    budget: 400,
    tags: ['Python'],
    category: 'ai-ml',
    status: 'in-progress',
    bidCount: 7,
  });
  await add('dear react native', {
    doneBy: inDays(8),
    budget: 5000,
    tags: ['React Native', 'AWS'],
    category: 'mobile',
    bidCount: 2,
  });
  await add('solved aws', { budget: 400, tags: ['AWS'], category: 'cloud', status: 'solved' });
  await add('closed aws', { budget: 300, tags: ['AWS'], category: 'cloud', status: 'closed' });
});

describe('GET /api/problems (product 2.48, 3.6, 4.15, 7.4)', () => {
  it('returns the fields of a card without the text', async () => {
    const [card] = (await listProblems(test, 'category=frontend')).problems;
    const description = 'Something does not work and we would like to know why.';
    const user = { _id: posterId, name: 'Ada', image: '/api/files/x' };
    expect(card).toMatchObject({ title: 'cheap react', description, bidCount: 2, budget: 50, user, savedByMe: false });
    expect(card).not.toHaveProperty('body');
  });

  it.each([
    ['', ['dear react native', 'cheap react', 'solved aws', 'middle python']],
    ['tags=react', ['cheap react']],
    ['tags=React%20Native', ['dear react native']],
    ['tags=PYTHON,%20css%20,', ['cheap react', 'middle python']],
    ['tags=Cobol', []],
    ['price_min=400', ['dear react native', 'solved aws', 'middle python']],
    ['price_max=400', ['cheap react', 'solved aws', 'middle python']],
    ['price_min=51&price_max=4999', ['solved aws', 'middle python']],
    ['price_min=500&price_max=400', []],
    ['category=mobile', ['dear react native']],
    ['due_within=7', ['cheap react']],
    ['due_within=30&sort=budget', ['dear react native', 'cheap react']],
    ['status=closed', ['closed aws']],
    ['status=open', ['dear react native', 'cheap react']],
    ['tags=aws&price_max=1000&status=solved', ['solved aws']],
    ['sort=budget', ['dear react native', 'cheap react', 'solved aws', 'middle python']],
    ['sort=lowest-budget', ['cheap react', 'dear react native', 'solved aws', 'middle python']],
    ['sort=lowest-budget&price_max=400', ['cheap react', 'solved aws', 'middle python']],
    ['sort=bids', ['dear react native', 'cheap react', 'middle python', 'solved aws']],
    ['sort=fewest-bids', ['dear react native', 'cheap react', 'solved aws', 'middle python']],
    ['search=aws&sort=newest', ['dear react native', 'solved aws']],
    ['search=&tags=&category=', ['dear react native', 'cheap react', 'solved aws', 'middle python']],
  ])('lists all but closed problems to visitors, open ones first, filtered and sorted by %s', async (query, titles) => {
    const answer = await listProblems(test, query);
    expect(answer.titles).toEqual(titles);
    expect(answer.body['total']).toBe(titles.length);
  });

  it('returns each problem on one page, and empty pages after the end', async () => {
    const pages = [await listProblems(test, 'limit=3&page=1'), await listProblems(test, 'limit=3&page=2')];
    const all = ['dear react native', 'cheap react', 'solved aws', 'middle python'];
    expect(pages.flatMap(({ titles }) => titles)).toEqual(all);
    expect(pages[1]?.body).toMatchObject({ page: 2, limit: 3, totalPages: 2, total: 4 });
    const far = { problems: [], page: 1_000_000, total: 4, totalPages: 1 };
    expect((await listProblems(test, 'page=1000000&limit=100')).body).toMatchObject(far);
  });
});

describe('HEAD /api/problems (product 7.5, 11.8)', () => {
  it('returns no body, even if the database is unavailable', async () => {
    const separate = await createTestApp();
    await separate.db.execute('ALTER TABLE problems RENAME TO hidden');
    const { status, headers, body } = await separate.request(
      'HEAD',
      '/api/problems?page=2&tags=React&price_min=0&price_max=1000',
    );
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('application/json');
    expect(body).toEqual({});
    expect((await separate.request('GET', '/api/problems')).status).toBe(500);
    await separate.close();
  });
});
