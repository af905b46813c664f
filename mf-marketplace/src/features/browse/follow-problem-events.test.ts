/** @jest-environment node */
import { jest } from '@jest/globals';
import type { ProblemListItem, ServerEvents } from '@solvent/contracts';
import { createQueryClient } from '@solvent/http';
import { buildProblem } from '@solvent/testing/factories';
import { problemListOptions } from '../../api/problems.ts';

const listeners: ServerEvents['problem'][] = [];
jest.unstable_mockModule('@solvent/socket', () => ({
  onServerEvent: (_event: string, listener: ServerEvents['problem']) => listeners.push(listener),
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
  it('is updated in its position', () => {
    const [first, second] = [buildProblem(), buildProblem({ _id: 'p2', bidCount: 3 })];
    const queryClient = cacheWith(page(first, second));
    announce({ ...second, status: 'in-progress', bidCount: 4 });
    expect(queryClient.getQueryData(queryKey)?.pages[0]?.problems).toMatchObject([
      { _id: first._id },
      { _id: 'p2', status: 'in-progress', bidCount: 4 },
    ]);
  });

  it('stays saved: the event is the same for all users', () => {
    const saved = buildProblem({ savedByMe: true });
    const queryClient = cacheWith(page(saved));
    announce({ ...saved, bidCount: 5, savedByMe: false });
    expect(queryClient.getQueryData(queryKey)?.pages[0]?.problems[0]).toMatchObject({ bidCount: 5, savedByMe: true });
  });

  it('keeps the other pages', () => {
    const [near, far] = [page(buildProblem({ _id: 'near' })), page(buildProblem({ _id: 'far' }))];
    const queryClient = cacheWith(near, far);
    announce(buildProblem({ _id: 'near', bidCount: 9 }));
    const pages = queryClient.getQueryData(queryKey)?.pages;
    expect(pages?.[0]).not.toBe(near);
    expect(pages?.[1]).toBe(far);
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
