import { jest } from '@jest/globals';
import { notificationsStore } from '@solvent/store';
import { intersect, observedElements } from '@solvent/testing/browser-parts';
import { buildNotification } from '@solvent/testing/factories';
import { refuse } from '@solvent/testing/fake-api';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { answer, listing, openPage, read, unread } from './test-page.ts';
import type { Routes } from './test-page.ts';

let api: ReturnType<typeof openPage>['api'];
let calls: ReturnType<typeof openPage>['calls'];
function open(routes: Routes) {
  const page = openPage(routes);
  ({ api, calls } = page);
  return page;
}
const rows = () =>
  screen.getAllByRole('list', { name: /^Notifications, / }).flatMap((list) => within(list).getAllByRole('listitem'));

afterEach(() => api.restore());

describe('/notifications (product 2.27)', () => {
  it('lists title, message, relative time and the dot of what is unread', async () => {
    const now = Date.now();
    open(listing({ ...unread, createdAt: new Date(now - 5 * 60_000).toISOString() }, read));
    expect(await screen.findByText('Tomas Vega bid $180.')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
    const [first, second] = rows();
    expect(within(first as HTMLElement).getByText('5m ago')).toBeVisible();
    expect(within(first as HTMLElement).getByText('Unread')).toBeInTheDocument();
    expect(within(second as HTMLElement).getByText('Bid rejected')).toBeVisible();
    expect(within(second as HTMLElement).queryByText('Unread')).toBeNull();
    expect(api.requests[0]?.params).toEqual({ page: 1, limit: 20 });
  });

  it('stands under the day on which it came, the newest first', async () => {
    const before = (days: number) => new Date(new Date().setDate(new Date().getDate() - days)).toISOString();
    const came = (_id: string, days: number) => buildNotification({ _id, title: `Of ${days} days ago`, createdAt: before(days) });
    open(listing(came('n1', 0), came('n2', 0), came('n3', 1), came('n4', 400)));
    await screen.findAllByText('Of 0 days ago');
    const days = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(days).toEqual(['Today', 'Yesterday', expect.stringMatching(/^\w+ \d+, 20\d\d$/)]);
    expect(within(screen.getByRole('list', { name: 'Notifications, Today' })).getAllByRole('listitem')).toHaveLength(2);
    expect(rows()).toHaveLength(4);
  });

  it('shows who did it', async () => {
    const actor = { _id: 'u1', name: 'Zoe Park', image: '/faces/zoe.webp' };
    const { container } = open(listing(buildNotification({ actor }), buildNotification({ title: 'Nobody', actor: null })));
    await screen.findByText('Nobody');
    expect([...container.querySelectorAll('img')].map((face) => face.getAttribute('src'))).toEqual(['/faces/zoe.webp']);
  });

  it('says of a conversation with many new messages how many, in one row', async () => {
    const title = '3 new messages from Diego Fuentes';
    open(listing(buildNotification({ type: 'new_message', title, message: 'On Monday.', data: { conversationId: 'c3' } })));
    expect(await screen.findByRole('link', { name: /3 new messages from Diego Fuentes.*On Monday\./ })).toBeVisible();
    expect(rows()).toHaveLength(1);
  });

  it('shows the empty state without buttons', async () => {
    open(listing());
    expect(await screen.findByText('No notifications')).toBeVisible();
    expect(screen.getByText("You don't have any notifications at the moment.")).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Clear all' })).toBeNull();
  });

  it('offers to mark all only when something is unread, to clear whenever there is anything', async () => {
    open(listing(read));
    expect(await screen.findByRole('button', { name: 'Clear all' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
  });

  it('waits 120 ms before it shows a skeleton', async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    try {
      open({ 'GET /notifications': () => new Promise<never>(() => {}) });
      const skeleton = screen.getByRole('status', { name: 'Loading' });
      expect(skeleton).toBeEmptyDOMElement();
      await act(() => jest.advanceTimersByTimeAsync(150));
      expect(skeleton).not.toBeEmptyDOMElement();
    } finally {
      jest.useRealTimers();
    }
  });

  it('says when loading failed, and tries again', async () => {
    let broken = true;
    const { user } = open({ 'GET /notifications': () => (broken ? refuse('internal', 'Something broke') : answer([read])) });
    expect(await screen.findByText('Failed to load notifications')).toBeVisible();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Bid rejected')).toBeVisible();
  });
});

describe('reading one (product 4.5)', () => {
  it('goes to its problem, marks it read at once and tells the server', async () => {
    const { user, queryClient } = open({ ...listing(unread), 'PUT /notifications/:id/read': () => ({}) });
    await user.click(await screen.findByRole('link', { name: /New bid/ }));
    await waitFor(() => expect(screen.getByLabelText('Address')).toHaveTextContent('/view-problems/p7'));
    await waitFor(() => expect(calls()).toContain('PUT /notifications/n1/read'));
    expect(JSON.stringify(queryClient.getQueriesData({ queryKey: ['notifications'] }))).toContain('"unreadCount":0');
  });

  it('a message goes to the discussion with both ids as state, and its link carries them for a new tab', async () => {
    const message = buildNotification({
      type: 'new_message',
      title: 'Message',
      read: true,
      data: { problemId: 'p7', conversationId: 'c3' },
    });
    const { user } = open(listing(message));
    const link = await screen.findByRole('link', { name: /Message/ });
    expect(link).toHaveAttribute('href', '/problem/discussion?problemId=p7&conversationId=c3');
    await user.click(link);
    await waitFor(() => expect(screen.getByLabelText('Address')).toHaveTextContent(/^\/problem\/discussion$/));
    expect(screen.getByLabelText('Route state')).toHaveTextContent('{"problemId":"p7","conversationId":"c3"}');
    expect(calls()).toEqual(['GET /notifications']);
  });

  it('another type stays here and only gets read', async () => {
    const other = buildNotification({ _id: 'n5', type: 'welcome', title: 'Welcome to Solvent' });
    const { user } = open({ ...listing(other), 'PUT /notifications/:id/read': () => ({}) });
    await user.click(await screen.findByRole('button', { name: /Welcome to Solvent/ }));
    await waitFor(() => expect(screen.queryByText('Unread')).toBeNull());
    expect(screen.getByLabelText('Address')).toHaveTextContent(/^\/notifications$/);
    expect(notificationsStore.getState().unreadCount).toBe(0);
  });

  it('a middle click reads it too, and this tab stays', async () => {
    open({ ...listing(unread), 'PUT /notifications/:id/read': () => ({}) });
    fireEvent(await screen.findByRole('link', { name: /New bid/ }), new MouseEvent('auxclick', { bubbles: true, button: 1 }));
    await waitFor(() => expect(calls()).toContain('PUT /notifications/n1/read'));
    expect(screen.getByLabelText('Address')).toHaveTextContent(/^\/notifications$/);
  });

  it('comes back unread when the server refuses', async () => {
    const other = buildNotification({ type: 'welcome', title: 'Welcome to Solvent' });
    const { user } = open({ ...listing(other), 'PUT /notifications/:id/read': () => refuse('internal', 'No') });
    await user.click(await screen.findByRole('button', { name: /Welcome/ }));
    await waitFor(() => expect(calls().at(-1)).toBe('GET /notifications'));
    expect(await screen.findByText('Unread')).toBeInTheDocument();
  });
});

describe('older notifications', () => {
  const byPage: Routes[string] = ({ params }) =>
    params.page === 1 ? answer([unread], { totalPages: 2 }) : answer([unread, read], { page: 2, totalPages: 2 });

  const reachTheEnd = () => waitFor(() => observedElements().forEach((element) => intersect(element)));

  it('come when the end comes near, each once', async () => {
    open({ 'GET /notifications': byPage });
    await screen.findByText('New bid');
    await reachTheEnd();
    expect(await screen.findByText('Bid rejected')).toBeVisible();
    expect(rows()).toHaveLength(2);
    expect(api.requests.map(({ params }) => params.page)).toEqual([1, 2]);
  });

  it('wait for a person after a failure', async () => {
    let broken = true;
    const { user } = open({
      'GET /notifications': (request) => (broken && request.params.page === 2 ? refuse('internal', 'No') : byPage(request)),
    });
    await screen.findByText('New bid');
    await reachTheEnd();
    const again = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByText('New bid')).toBeVisible();
    broken = false;
    await user.click(again);
    expect(await screen.findByText('Bid rejected')).toBeVisible();
  });
});
