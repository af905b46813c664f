import { jest } from '@jest/globals';
import { createQueryClient, QueryClientProvider } from '@solvent/http';
import { act, renderHook } from '@testing-library/react';
import { createElement } from 'react';
import type { PropsWithChildren } from 'react';
import { applyChange } from './cached-data.ts';
import { useOptimisticMutation } from './optimistic-mutation.ts';

interface Item {
  _id: string;
  isSaved: boolean;
  title?: string;
}

const KEY = ['items'];
const buildItems = (): Item[] => [
  { _id: 'a', isSaved: false },
  { _id: 'b', isSaved: false },
];

const flush = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve))));

/** Each request waits in `requests` until the test ends it. */
function setUp(ids = ['a']) {
  const client = createQueryClient();
  client.setQueryData(KEY, buildItems(), { updatedAt: 1000 });
  const requests: { id: string; isSaved: boolean; succeed: () => void; fail: () => void }[] = [];
  const [onSuccess, onError] = [jest.fn(), jest.fn()];
  const useSave = (id: string) =>
    useOptimisticMutation({
      mutationKey: ['save', id],
      mutationFn: (isSaved: boolean) =>
        new Promise<void>((resolve, reject) => {
          requests.push({ id, isSaved, succeed: resolve, fail: () => reject(new Error('Refused')) });
        }),
      updates: [
        {
          queryKey: KEY,
          update: (items: Item[], isSaved: boolean) => items.map((item) => (item._id === id ? { ...item, isSaved } : item)),
        },
      ],
      onSuccess: (_response, isSaved) => void onSuccess(id, isSaved),
      onError: (_error, isSaved) => void onError(id, isSaved),
    });
  const wrapper = ({ children }: PropsWithChildren) => createElement(QueryClientProvider, { client }, children);
  const hooks = ids.map((id) => renderHook(() => useSave(id), { wrapper }));
  const save = async (isSaved: boolean, index = 0) => {
    act(() => hooks[index]?.result.current.mutate(isSaved));
    await flush();
  };
  const end = async (outcome: 'succeed' | 'fail', index: number) => {
    requests[index]?.[outcome]();
    await flush();
  };
  const isSaved = () => client.getQueryData<Item[]>(KEY)?.map((item) => item.isSaved);
  return { client, requests, onSuccess, onError, save, end, isSaved, unmount: () => hooks.forEach((hook) => hook.unmount()) };
}

/** Fetches the items; each fetch waits in `responses`. */
function fetchItems({ client }: ReturnType<typeof setUp>) {
  const responses: ((items: Item[]) => void)[] = [];
  const queryFn = ({ signal }: { signal: AbortSignal }) =>
    new Promise<Item[]>((resolve) => responses.push((items) => !signal.aborted && resolve(items)));
  client.fetchQuery({ queryKey: KEY, queryFn }).catch(() => undefined);
  return responses;
}

describe('an optimistic mutation', () => {
  it('updates cached data at once and keeps its age', async () => {
    const { client, save, end, isSaved, onSuccess } = setUp();
    await save(true);
    expect(isSaved()).toEqual([true, false]);
    await end('succeed', 0);
    expect(isSaved()).toEqual([true, false]);
    expect(client.getQueryState(KEY)?.dataUpdatedAt).toBe(1000);
    expect(onSuccess.mock.calls).toEqual([['a', true]]);
  });

  it('undoes only its own change when it fails', async () => {
    const { client, save, end, onError } = setUp();
    await save(true);
    client.setQueryData<Item[]>(KEY, (items) => [
      { _id: 'new', isSaved: true },
      ...(items ?? []).map((one) => ({ ...one, title: 'T' })),
    ]);
    await end('fail', 0);
    expect(client.getQueryData(KEY)).toEqual([
      { _id: 'new', isSaved: true },
      { _id: 'a', isSaved: false, title: 'T' },
      { _id: 'b', isSaved: false, title: 'T' },
    ]);
    expect(onError.mock.calls).toEqual([['a', true]]);
  });

  it('restarts a fetch that may return the old state', async () => {
    const all = setUp();
    const responses = fetchItems(all);
    await all.save(true);
    responses[0]?.(buildItems());
    await flush();
    expect(all.isSaved()).toEqual([true, false]);
    expect(responses).toHaveLength(1);
    await all.end('succeed', 0);
    expect(responses).toHaveLength(2);
    responses[1]?.([{ _id: 'a', isSaved: true }]);
    await flush();
    expect(all.isSaved()).toEqual([true]);
  });

  it('applies its change again to a response that arrived meanwhile', async () => {
    const all = setUp();
    await all.save(true);
    fetchItems(all)[0]?.(buildItems());
    await flush();
    expect(all.isSaved()).toEqual([false, false]);
    await all.end('succeed', 0);
    expect(all.isSaved()).toEqual([true, false]);
  });

  it('completes after its component has unmounted', async () => {
    const { save, end, isSaved, onError, unmount } = setUp();
    await save(true);
    unmount();
    await end('fail', 0);
    expect(isSaved()).toEqual([false, false]);
    expect(onError).toHaveBeenCalledTimes(1);
  });
});

describe('two concurrent mutations', () => {
  it('of different keys run in parallel and do not undo each other', async () => {
    const { requests, save, end, isSaved } = setUp(['a', 'b']);
    await save(true, 0);
    await save(true, 1);
    expect(requests).toHaveLength(2);
    await end('fail', 0);
    expect(isSaved()).toEqual([false, true]);
    await end('succeed', 1);
    expect(isSaved()).toEqual([false, true]);
  });

  it.each([
    { outcomes: ['succeed', 'succeed'], final: false },
    { outcomes: ['succeed', 'fail'], final: true },
    { outcomes: ['fail', 'succeed'], final: false },
    { outcomes: ['fail', 'fail'], final: false },
  ] as const)('of one key are sent in order, and show the state of the server after $outcomes', async ({ outcomes, final }) => {
    const { requests, save, end, isSaved, onSuccess, onError } = setUp();
    await save(true);
    await save(false);
    expect(requests).toHaveLength(1);
    await end(outcomes[0], 0);
    expect(isSaved()).toEqual([false, false]);
    await end(outcomes[1], 1);
    expect(requests.map((request) => request.isSaved)).toEqual([true, false]);
    expect(isSaved()).toEqual([final, false]);
    const calls = [...onSuccess.mock.calls, ...onError.mock.calls];
    expect(calls).toEqual([['a', false]]);
  });
});

describe('a change that is applied to another version', () => {
  it.each([
    ['a removed item', [{ id: 1 }, { id: 2 }], [{ id: 2 }], [{ id: 3 }, { id: 1 }, { id: 2 }], [{ id: 3 }, { id: 2 }]],
    ['an added item', [{ id: 2 }], [{ id: 1 }, { id: 2 }], [{ id: 2 }, { id: 3 }], [{ id: 1 }, { id: 2 }, { id: 3 }]],
    [
      'items without an id, by position',
      [{ n: 1 }, { n: 2 }],
      [{ n: 1 }, { n: 9 }],
      [{ n: 1 }, { n: 2 }, {}],
      [{ n: 1 }, { n: 9 }, {}],
    ],
    ['a list of another length without ids', [1, 2], [1], [1, 2, 3], [1, 2, 3]],
    ['a value that has changed since', { n: 1 }, { n: 2 }, { n: 3 }, { n: 3 }],
  ])('%s', (_title, from, to, target, result) => expect(applyChange(target, from, to)).toEqual(result));
});
