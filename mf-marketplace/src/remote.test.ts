import { queryClient } from '@solvent/http';
import { checkRemote } from '@solvent/testing/check-remote';
import { buildProblem } from '@solvent/testing/factories';
import { fakeApi } from '@solvent/testing/fake-api';
import description from '../remote.json' with { type: 'json' };
import { problemDetailKey } from './api/problem-keys.ts';
import remote from './remote.tsx';

describe('the marketplace remote', () => {
  checkRemote(remote, description);

  it('lets only signed-in users post a problem and see their own lists (product 6.2)', () => {
    const own = description.paths.filter(({ session }) => session).map(({ path }) => path);
    expect(own).toEqual(['/problems/:id/receipt', '/post-problem', '/my-bids', '/my-problems', '/saved-problems']);
  });

  it('preloads the list of /problems by the filters of the address (product 2.8)', async () => {
    const api = fakeApi({
      'GET /problems': () => ({ problems: [], totalPages: 1 }),
      'GET /problems/categories': () => ({ categories: [] }),
    });
    const page = await remote.pages['problems']?.();
    await page?.preload?.({ params: {}, search: new URLSearchParams('category=cloud&sort=bids') });
    const list = api.requests.find(({ path }) => path === '/problems');
    expect(list?.params).toEqual({ price_min: 0, price_max: 1000, page: 1, category: 'cloud', sort: 'bids' });
    api.restore();
    queryClient.clear();
  });

  it.each(['/view-problems/:id', '/problems/:id'])('preloads the problem of %s (product 2.8)', async (path) => {
    const problem = buildProblem();
    const api = fakeApi({
      [`GET /problems/${problem._id}`]: () => ({ problem }),
      [`GET /problems/${problem._id}/comments`]: () => ({ comments: [], total: 0, page: 1, limit: 10, totalPages: 0 }),
    });
    const named = description.paths.find((one) => one.path === path)?.page ?? '';
    await (await remote.pages[named]?.())?.preload?.({ params: { id: problem._id }, search: new URLSearchParams() });
    expect(queryClient.getQueryData(problemDetailKey(problem._id))).toMatchObject({ title: problem.title });
    api.restore();
    queryClient.clear();
  });
});
