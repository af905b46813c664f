import { jest } from '@jest/globals';
import { createQueryClient, QueryClientProvider } from '@solvent/http';
import { act, renderHook } from '@testing-library/react';
import { createElement } from 'react';
import type { PropsWithChildren } from 'react';

const handlers = new Map<string, (payload?: unknown) => void>();
const subscribe = (name: string, handler: (payload?: unknown) => void) => {
  handlers.set(name, handler);
  return () => handlers.delete(name);
};
jest.unstable_mockModule('@solvent/socket', () => ({
  onServerEvent: subscribe,
  onConnected: (handler: () => void) => subscribe('connected', handler),
}));
const { useInvalidateOnEvents } = await import('./invalidate-on-events.ts');

const KEYS = [
  ['bids', 'p1'],
  ['bids', 'p2'],
  ['comments', 'p1'],
];

function render() {
  const client = createQueryClient();
  for (const key of KEYS) client.setQueryData(key, {});
  const wrapper = ({ children }: PropsWithChildren) => createElement(QueryClientProvider, { client }, children);
  const useTable = (id: string) =>
    useInvalidateOnEvents(
      { bid: ({ problemId }) => [['bids', problemId]], comment: ({ problemId }) => [['comments', problemId]] },
      [['bids', id]],
    );
  const view = renderHook(useTable, { wrapper, initialProps: 'p1' });
  const listInvalidated = () => KEYS.filter((key) => client.getQueryState(key)?.isInvalidated);
  return { ...view, listInvalidated };
}

it('refetches what an event changes, and what is shown after a reconnect', () => {
  const { rerender, listInvalidated, unmount } = render();
  act(() => handlers.get('comment')?.({ problemId: 'p1' }));
  expect(listInvalidated()).toEqual([['comments', 'p1']]);
  rerender('p2');
  act(() => handlers.get('connected')?.());
  expect(listInvalidated()).toEqual([
    ['bids', 'p2'],
    ['comments', 'p1'],
  ]);
  unmount();
  expect(handlers.size).toBe(0);
});
