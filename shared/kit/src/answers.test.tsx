import { useInfiniteQuery } from '@solvent/http';
import { fakeApi } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen } from '@testing-library/react';
import { distinct, pagedQuery, pick } from './answers.ts';

interface Body {
  names: string[];
  totalPages: number;
}

let api: ReturnType<typeof fakeApi>;
afterEach(() => api.restore());

function Names() {
  const query = pagedQuery<Body, { names: string[]; totalPages: number }>({
    queryKey: ['names'],
    path: '/names',
    params: { sort: 'newest' },
    limit: 2,
    read: (body) => ({ names: pick(body, 'names'), totalPages: body.totalPages ?? 1 }),
  });
  const { data, error, hasNextPage, fetchNextPage } = useInfiniteQuery(query);
  return (
    <>
      <p role="status">{error ? error.message : data?.pages.flatMap(({ names }) => names).join()}</p>
      {hasNextPage ? (
        <button type="button" onClick={() => void fetchNextPage()}>
          More
        </button>
      ) : null}
    </>
  );
}

describe('a list by pages', () => {
  it('asks for page after page until there is none', async () => {
    api = fakeApi({ 'GET /names': ({ params }) => ({ names: [`name ${String(params.page)}`], totalPages: 2 }) });
    const { user } = renderScreen(<Names />);
    expect(await screen.findByText('name 1')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'More' }));
    expect(await screen.findByText('name 1,name 2')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
    expect(api.requests.map(({ params }) => params)).toEqual([
      { sort: 'newest', page: 1, limit: 2 },
      { sort: 'newest', page: 2, limit: 2 },
    ]);
  });

  it('has failed where the answer lacks what it is for', async () => {
    api = fakeApi({ 'GET /names': () => ({ totalPages: 1 }) });
    renderScreen(<Names />);
    expect(await screen.findByText('Invalid format: the answer has no names.')).toBeVisible();
  });
});

it('an item that came twice stands once, as it came first', () => {
  api = fakeApi({});
  const items = [
    { id: 'a', title: 'first' },
    { id: 'b', title: 'other' },
    { id: 'a', title: 'older' },
  ];
  expect(distinct(items, ({ id }) => id).map(({ title }) => title)).toEqual(['first', 'other']);
});
