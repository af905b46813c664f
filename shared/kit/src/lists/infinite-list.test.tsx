import { jest } from '@jest/globals';
import { useInfiniteQuery } from '@solvent/http';
import { intersect, observedElements } from '@solvent/testing/browser-apis';
import { brokenServer, fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { act, screen, within } from '@testing-library/react';
import { pagedQuery, requireField } from './responses.ts';
import { InfiniteList } from './infinite-list.tsx';
import { LoadError } from '../states/load-error.tsx';
import { SkeletonRegion } from '../states/skeleton-region.tsx';

interface Body {
  names: string[];
  totalPages: number;
}
type Routes = Parameters<typeof fakeApi>[0];

const options = pagedQuery<Body, Body>({
  queryKey: ['names'],
  path: '/names',
  read: (body) => ({ names: requireField(body, 'names'), totalPages: body.totalPages ?? 1 }),
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

let api: ReturnType<typeof fakeApi>;
function open(answer: Routes[string]) {
  api = fakeApi({ 'GET /names': answer });
  return renderScreen(<Names />);
}
afterEach(() => {
  api.restore();
  jest.restoreAllMocks();
});

const reachEnd = () =>
  act(() => {
    const end = observedElements().find((element) => element.getAttribute('data-part') === 'end');
    if (end) intersect(end);
  });
const names = () => screen.getAllByRole('listitem').map((item) => item.textContent);
const servePage: Routes[string] = ({ params }) => ({ names: [`name ${String(params.page)}`], totalPages: 2 });

describe('an infinite list (product 9.7, 10.9, 10.10)', () => {
  it('shows its shape after 120 ms, then its empty state', async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    try {
      let answer: (body: Body) => void = () => {};
      open(() => new Promise<Body>((resolve) => (answer = resolve)));
      const region = screen.getByRole('status', { name: 'Loading names' });
      await act(() => jest.advanceTimersByTimeAsync(119));
      expect(region).toBeEmptyDOMElement();
      await act(() => jest.advanceTimersByTimeAsync(1));
      expect(screen.getByText('shape')).toBeVisible();
      answer({ names: [], totalPages: 1 });
      await act(() => jest.advanceTimersByTimeAsync(0));
      expect(screen.getByText('No names yet')).toBeVisible();
    } finally {
      jest.useRealTimers();
    }
  });

  it('loads the next page 200 px before its end, and keeps what it has when that fails, until a click', async () => {
    const margins: unknown[] = [];
    const Observer = window.IntersectionObserver;
    jest.spyOn(window, 'IntersectionObserver').mockImplementation((callback, init) => {
      margins.push(init?.rootMargin);
      return new Observer(callback, init);
    });
    let isDown = true;
    const { user } = open((request) => (request.params.page === 2 && isDown ? NETWORK_FAILURE : servePage(request)));
    await screen.findByText('name 1');
    expect(margins).toContain('0px 0px 200px');
    reachEnd();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('More names could not be loaded.');
    expect(names()).toEqual(['name 1']);
    reachEnd();
    expect(api.requests).toHaveLength(2);
    isDown = false;
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    await screen.findByText('name 2');
    reachEnd();
    expect(names()).toEqual(['name 1', 'name 2']);
    expect(api.requests).toHaveLength(3);
  });

  it('offers a retry when it could not be loaded, with a reference only where the server failed (product 8.23, 8.24)', async () => {
    let answer: object = brokenServer('7F3KQ2');
    const { user } = open(() => answer);
    const retry = async () => user.click(screen.getByRole('button', { name: 'Try again' }));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The names could not be loaded');
    expect(alert).toHaveTextContent('Reference 7F3KQ2');
    expect(alert).not.toHaveTextContent('Check your connection');
    for (const failure of [NETWORK_FAILURE, refuse('conflict', 'Not now.')]) {
      answer = failure;
      await retry();
      expect(await screen.findByText(/Check your connection/)).toBeVisible();
      expect(screen.queryByText(/Reference/)).toBeNull();
    }
    answer = refuse('unknown_route', 'There is no GET /api/names on this server.');
    await retry();
    expect(await screen.findByText(/^There is no GET \/api\/names on this server\. Reload the page/)).toBeVisible();
    answer = { names: ['name 1'], totalPages: 1 };
    await retry();
    expect(await screen.findByText('name 1')).toBeVisible();
  });
});

it('LoadError has an h1 for a page; inline it is one sentence and a button', () => {
  api = fakeApi({});
  renderScreen(
    <>
      <LoadError size="page" title="The profile could not be loaded" onRetry={() => undefined} />
      <LoadError size="inline" title="Your devices could not be loaded." onRetry={() => undefined} />
    </>,
  );
  expect(screen.getByRole('heading', { level: 1, name: 'The profile could not be loaded' })).toBeVisible();
  expect(screen.getAllByRole('alert')[1]).toHaveTextContent(/^Your devices could not be loaded.Try again$/);
});
