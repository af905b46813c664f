/** @jest-environment node */
import { jest } from '@jest/globals';
import type { ProblemListItem, ServerEvents } from '@solvent/contracts';
import { createQueryClient } from '@solvent/http';
import { buildProblem } from '@solvent/testing/factories';
import { problemListOptions } from '../../api/problems.ts';

const listeners: ServerEvents['problem'][] = [];
jest.unstable_mockModule('@solvent/socket', () => ({
  onServerEvent: (_event: string, listener: ServerEvents['problem']) => listeners.push(listener),
  onConnected: () => undefined,
}));
const { followProblemEvents } = await import('./follow-problem-events.ts');

const announce = (problem: ProblemListItem) => listeners.forEach((listener) => listener(problem));
const { queryKey } = problemListOptions({ price_min: 0, price_max: 1000 });
const page = (...problems: ProblemListItem[]) => ({ problems, totalPages: 2, total: 20 });

function cacheWith(...pages: ReturnType<typeof page>[]) {
  const queryClient = createQueryClient();
  queryClient.setQueryData(queryKey, { pages, pageParams: pages.map((_, index) => index + 1) });
  followProblemEvents(queryClient);
  return queryClient;
}

beforeEach(() => listeners.splice(0));

describe('a changed problem in loaded lists', () => {
  it('is updated in its position, and stays saved: the event is the same for all users; other pages stay as they are', () => {
    const [first, saved] = [buildProblem(), buildProblem({ _id: 'p2', bidCount: 3, savedByMe: true })];
    const other = page(buildProblem());
    const queryClient = cacheWith(page(first, saved), other);
    announce({ ...saved, status: 'in-progress', bidCount: 4, savedByMe: false });
    const [changed, second] = queryClient.getQueryData(queryKey)?.pages ?? [];
    expect(changed?.problems).toMatchObject([
      { _id: first._id },
      { _id: 'p2', status: 'in-progress', bidCount: 4, savedByMe: true },
    ]);
    expect(second).toBe(other);
  });

  it('keeps the age of every list: the event is not the response to the signed-in user (product 10.9)', () => {
    const [listed, elsewhere] = [buildProblem({ _id: 'p1' }), buildProblem({ _id: 'p2' })];
    const queryClient = createQueryClient();
    const other = problemListOptions({ price_min: 0, price_max: 10 }).queryKey;
    queryClient.setQueryData(queryKey, { pages: [page(listed)], pageParams: [1] }, { updatedAt: 0 });
    queryClient.setQueryData(other, { pages: [page(elsewhere)], pageParams: [1] }, { updatedAt: 0 });
    followProblemEvents(queryClient);
    announce({ ...listed, bidCount: 4 });
    expect(queryClient.getQueryData(queryKey)?.pages[0]?.problems).toMatchObject([{ _id: 'p1', bidCount: 4 }]);
    for (const key of [queryKey, other]) expect(queryClient.getQueryState(key)?.dataUpdatedAt).toBe(0);
  });

  it('changes nothing when it is in no list', () => {
    const queryClient = cacheWith(page(buildProblem()));
    const before = queryClient.getQueryData(queryKey);
    announce(buildProblem({ _id: 'elsewhere' }));
    expect(queryClient.getQueryData(queryKey)).toBe(before);
  });

  it('has one subscription, however often the page opens', () => {
    followProblemEvents(cacheWith(page(buildProblem())));
    expect(listeners).toHaveLength(1);
  });
});
