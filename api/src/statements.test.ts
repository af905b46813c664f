import { recordStatements } from './testing/statements.ts';
import type { TestCaller } from './testing/factories.ts';
import { buildModule } from './testing/modules.ts';
import { buildProblem } from './testing/problems.ts';
import { setUp } from './testing/set-up.ts';
import { setUpTestApp } from './testing/test-app.ts';

const test = setUpTestApp();
let paths: Record<'problem' | 'module' | 'related', string>;
let count: ReturnType<typeof recordStatements>;
const seeker = setUp(() => test.signedIn('seeker'));
const solver = setUp(() => test.signedIn('solver'));
beforeAll(async () => {
  const problem = await buildProblem(test.db, seeker.user.id, { title: 'A flaky scheduler', tags: ['React'] });
  const module = await buildModule(test, solver, { title: 'A scheduler', tags: ['React'] });
  paths = {
    problem: `/api/problems/${problem.id}`,
    module: `/api/modules/${module.id}`,
    related: `/api/modules/${module.slug}/related`,
  };
  count = recordStatements(test.db);
});

/** Views are counted after the response, and limits before the request is handled. */
const isCounting = (text: string) => text.includes('insert into "problem_views"') || text.includes('INSERT INTO rate_limits');

async function statements(path: string, as: TestCaller | undefined): Promise<string[]> {
  let status = 0;
  const all = await count(async () => {
    ({ status } = await test.request('GET', path, { as }));
  });
  expect(status).toBe(200);
  return all.filter((text) => !isCounting(text));
}

describe('the statements of a page', () => {
  it.each([
    ['a problem', () => paths.problem, 1],
    ['a module', () => paths.module, 1],
    // The planner needs to know the tags.
    ['related modules', () => paths.related, 2],
    ['the problems', () => '/api/problems?price_min=1', 1],
    ['problems with a tag', () => '/api/problems?tags=React&status=open', 1],
    ['a search for problems', () => '/api/problems?search=scheduler', 1],
    ['the catalogue', () => '/api/modules', 1],
    ['a search in the catalogue', () => '/api/modules?search=scheduler', 1],
  ])('%s: the minimum number of statements, and one more for the session', async (_name, getPath, expected) => {
    const path = getPath();
    // The first request fills caches, such as totals.
    await statements(path, undefined);
    expect(await statements(path, undefined)).toHaveLength(expected);
    for (const as of [seeker, solver]) expect(await statements(path, as)).toHaveLength(expected + 1);
  });

  it.each(['/api/chat/conversations', '/api/notifications', '/api/home'])(
    '%s: one statement for the list and its counts',
    async (path) => {
      expect(await statements(path, seeker)).toHaveLength(2);
    },
  );
});
