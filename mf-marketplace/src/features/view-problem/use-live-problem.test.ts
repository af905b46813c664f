import { jest } from '@jest/globals';
import { createQueryClient, QueryClientProvider } from '@solvent/http';
import { act, renderHook } from '@testing-library/react';
import { createElement } from 'react';
import type { PropsWithChildren } from 'react';

const handlers = new Map<string, (payload: object) => void>();
const listen = (name: string, handler: (payload: object) => void) => {
  handlers.set(name, handler);
  return () => handlers.delete(name);
};
const watched = new Set<string>();
jest.unstable_mockModule('@solvent/socket', () => ({
  onServerEvent: listen,
  getServerTime: Date.now,
  useServerTime: Date.now,
  onConnected: (handler: () => void) => listen('connected', handler),
  watchProblem: (id: string) => {
    watched.add(id);
    return () => watched.delete(id);
  },
}));
const { useLiveProblem } = await import('./use-live-problem.ts');

const PROBLEM = ['problems', 'detail', 'p1'];
const BIDS = ['bids', 'problem', 'p1'];
const COMMENTS = ['comments', 'p1'];
const OTHER = ['problems', 'detail', 'p2'];
const ALL = [PROBLEM, BIDS, COMMENTS, OTHER];

function render() {
  const queryClient = createQueryClient();
  for (const key of ALL) queryClient.setQueryData(key, {});
  const wrapper = ({ children }: PropsWithChildren) => createElement(QueryClientProvider, { client: queryClient }, children);
  const view = renderHook(() => useLiveProblem('p1'), { wrapper });
  const stale = () => ALL.filter((key) => queryClient.getQueryState(key)?.isInvalidated);
  return { ...view, stale };
}
const emit = (name: string, payload: object = {}) => act(() => handlers.get(name)?.(payload));

describe('an open problem page', () => {
  it.each([
    ['problem', { _id: 'p1' }, [PROBLEM, BIDS]],
    ['bid', { problemId: 'p1' }, [PROBLEM, BIDS]],
    ['comment', { problemId: 'p1' }, [COMMENTS]],
    ['connected', {}, [PROBLEM, BIDS, COMMENTS]],
    ['problem', { _id: 'p2' }, [OTHER]],
    ['comment', { problemId: 'p2' }, []],
  ])('refetches what "%s" %j changes', (name, payload, refetched) => {
    const { stale } = render();
    emit(name, payload);
    expect(stale()).toEqual(refetched);
  });

  it('watches the problem until it unmounts', () => {
    const { unmount } = render();
    expect([...watched]).toEqual(['p1']);
    unmount();
    expect([...watched]).toEqual([]);
  });
});
