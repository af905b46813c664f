import { jest } from '@jest/globals';
import { createQueryClient, QueryClientProvider } from '@solvent/http';
import { act, renderHook } from '@testing-library/react';
import { createElement } from 'react';
import type { PropsWithChildren } from 'react';

const handlers = new Map<string, () => void>();
const subscribe = (name: string, handler: () => void) => {
  handlers.set(name, handler);
  return () => handlers.delete(name);
};
jest.unstable_mockModule('@solvent/socket', () => ({
  onServerEvent: subscribe,
  getServerTime: Date.now,
  useServerTime: Date.now,
  onConnected: (handler: () => void) => subscribe('connected', handler),
}));
const { useRefetchOnEvents } = await import('./use-refetch-on-events.ts');

const OWN = ['home'];

function render() {
  const queryClient = createQueryClient();
  for (const key of [OWN, ['problems']]) queryClient.setQueryData(key, {});
  const wrapper = ({ children }: PropsWithChildren) => createElement(QueryClientProvider, { client: queryClient }, children);
  renderHook(() => useRefetchOnEvents(OWN), { wrapper });
  const isStale = (key: string[]) => queryClient.getQueryState(key)?.isInvalidated;
  return { isStale };
}

describe('data of one user', () => {
  it.each(['bid', 'problem', 'notification', 'connected'])('refetches on "%s", and nothing else (product 2.49)', (name) => {
    const { isStale } = render();
    expect(isStale(OWN)).toBe(false);
    act(() => handlers.get(name)?.());
    expect([isStale(OWN), isStale(['problems'])]).toEqual([true, false]);
  });
});
