import { createQueryClient } from '@solvent/http';
import { fakeApi } from '@solvent/testing/fake-api';
import { distinct, pagedQuery, requireField } from './responses.ts';

interface Body {
  names: string[];
  totalPages: number;
}

const query = pagedQuery<Body, Body>({
  queryKey: ['names'],
  path: '/names',
  params: { sort: 'newest' },
  limit: 2,
  read: (body) => ({ names: requireField(body, 'names'), totalPages: body.totalPages ?? 1 }),
});

describe('a list by pages', () => {
  it('fetches page after page until there is none', async () => {
    const api = fakeApi({ 'GET /names': ({ params }) => ({ names: [`name ${String(params.page)}`], totalPages: 2 }) });
    const { pages } = await createQueryClient().fetchInfiniteQuery({ ...query, pages: 3 });
    expect(pages.flatMap(({ names }) => names)).toEqual(['name 1', 'name 2']);
    expect(api.requests.map(({ params }) => params)).toEqual([
      { sort: 'newest', page: 1, limit: 2 },
      { sort: 'newest', page: 2, limit: 2 },
    ]);
    api.restore();
  });

  it('fails when an answer lacks a required field', async () => {
    const api = fakeApi({ 'GET /names': () => ({ totalPages: 1 }) });
    const fetching = createQueryClient().fetchInfiniteQuery({ ...query, retry: false });
    await expect(fetching).rejects.toThrow('Invalid format: the response has no names.');
    api.restore();
  });
});

it('shows an item that arrives twice once, as it was first', () => {
  const items = [
    { id: 'a', title: 'first' },
    { id: 'b', title: 'other' },
    { id: 'a', title: 'older' },
  ];
  expect(distinct(items, ({ id }) => id).map(({ title }) => title)).toEqual(['first', 'other']);
});
