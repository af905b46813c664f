import { useInfiniteQuery } from '@solvent/http';
import { intersect, observedElements } from '@solvent/testing/browser-parts';
import { fakeApi, NETWORK_FAILURE } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { act, screen, within } from '@testing-library/react';
import { pagedQuery, pick } from './answers.ts';
import { InfiniteList } from './infinite-list.tsx';
import { SkeletonRegion } from './skeleton-region.tsx';

interface Body {
  names: string[];
  totalPages: number;
}
type Routes = Parameters<typeof fakeApi>[0];
let api: ReturnType<typeof fakeApi>;
afterEach(() => api.restore());

const options = pagedQuery<Body, Body>({
  queryKey: ['names'],
  path: '/names',
  read: (body) => ({ names: pick(body, 'names'), totalPages: body.totalPages ?? 1 }),
});

function Names() {
  const query = useInfiniteQuery({ ...options, retry: false });
  const names = query.data?.pages.flatMap((page) => page.names) ?? [];
  return (
    <InfiniteList
      query={query}
      isEmpty={names.length === 0}
      skeleton={<SkeletonRegion label="Loading names">shape</SkeletonRegion>}
      error="The names could not be loaded"
      nextError="More names could not be loaded."
      empty={<p>No names yet</p>}
    >
      <ul>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </InfiniteList>
  );
}

function open(answer: Routes[string]) {
  api = fakeApi({ 'GET /names': answer });
  return renderScreen(<Names />);
}
const reachEnd = () =>
  act(() => {
    const end = observedElements().find((element) => element.getAttribute('data-part') === 'end');
    if (end) intersect(end);
  });
const names = () => screen.getAllByRole('listitem').map((item) => item.textContent);

describe('a list that loads while one scrolls', () => {
  it('says that it loads, and shows its shape after 120 ms', async () => {
    open(() => new Promise<Body>(() => {}));
    expect(screen.getByRole('status', { name: 'Loading names' })).toBeEmptyDOMElement();
    expect(await screen.findByText('shape')).toBeVisible();
  });

  it('shows its items, and those of the next page once its end is near', async () => {
    open(({ params }) => ({ names: [`name ${String(params.page)}`], totalPages: 2 }));
    expect(await screen.findByText('name 1')).toBeVisible();
    reachEnd();
    await screen.findByText('name 2');
    expect(names()).toEqual(['name 1', 'name 2']);
    reachEnd();
    expect(api.requests).toHaveLength(2);
  });

  it('says that there is nothing', async () => {
    open(() => ({ names: [], totalPages: 1 }));
    expect(await screen.findByText('No names yet')).toBeVisible();
  });

  it('says that it did not load, and tries again', async () => {
    let isDown = true;
    const { user } = open(() => (isDown ? NETWORK_FAILURE : { names: ['name 1'], totalPages: 1 }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The names could not be loaded');
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('name 1')).toBeVisible();
  });

  it('keeps what is there when a further page does not load, and waits for a person', async () => {
    let isDown = true;
    const { user } = open(({ params }) =>
      params.page === 2 && isDown ? NETWORK_FAILURE : { names: [`name ${String(params.page)}`], totalPages: 2 },
    );
    await screen.findByText('name 1');
    reachEnd();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('More names could not be loaded.');
    expect(names()).toEqual(['name 1']);
    reachEnd();
    expect(api.requests).toHaveLength(2);
    isDown = false;
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    await screen.findByText('name 2');
  });
});
