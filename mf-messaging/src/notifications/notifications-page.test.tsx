import { jest } from '@jest/globals';
import { notificationsStore } from '@solvent/store';
import { intersect, observedElements } from '@solvent/testing/browser-apis';
import { buildNotification } from '@solvent/testing/factories';
import { brokenServer, refuse } from '@solvent/testing/fake-api';
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
const address = () => screen.getByLabelText('Address');

afterEach(() => api.restore());

describe('/notifications (product 2.27)', () => {
  it('lists avatars, titles, messages, relative times and unread dots by day, newest first', async () => {
    const before = (days: number) => new Date(new Date().setDate(new Date().getDate() - days)).toISOString();
    const of = (_id: string, days: number) => buildNotification({ _id, title: `From ${days} days ago`, createdAt: before(days) });
    const actor = { _id: 'u1', name: 'Zoe Park', image: '/faces/zoe.webp' };
    const { container } = open(
      listing(
        { ...unread, actor, createdAt: new Date().toISOString() },
        { ...read, actor: null, createdAt: new Date().toISOString() },
        of('n3', 1),
        of('n4', 400),
      ),
    );
    expect(await screen.findByText('Tomas Vega bid $180.')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
    const days = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(days).toEqual(['Today', 'Yesterday', expect.stringMatching(/^\w+ \d+, 20\d\d$/)]);
    expect(within(screen.getByRole('list', { name: 'Notifications, Today' })).getAllByRole('listitem')).toHaveLength(2);
    const [first, second] = rows();
    expect(within(first as HTMLElement).getByText('Just now')).toBeVisible();
    expect(within(first as HTMLElement).getByText('Unread')).toBeInTheDocument();
    expect(within(second as HTMLElement).getByText('Bid rejected')).toBeVisible();
    expect(within(second as HTMLElement).queryByText('Unread')).toBeNull();
    expect(rows()).toHaveLength(4);
    expect([...container.querySelectorAll('img')].map((face) => face.getAttribute('src'))).toEqual(['/faces/zoe.webp']);
    expect(api.requests[0]?.params).toEqual({ page: 1, limit: 20 });
  });

  it('shows a skeleton after 120 ms (product 10.9)', async () => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    try {
      open({ 'GET /notifications': () => new Promise<never>(() => {}) });
      const skeleton = screen.getByRole('status', { name: 'Loading' });
      expect(skeleton).toBeEmptyDOMElement();
      await act(() => jest.advanceTimersByTimeAsync(120));
      expect(skeleton).not.toBeEmptyDOMElement();
    } finally {
      jest.useRealTimers();
    }
  });

  it('offers a retry after a failure; "Clear all" needs notifications, "Mark all as read" unread ones', async () => {
    const answers = [refuse('internal', 'Something broke'), answer([read])];
    const { user, queryClient } = open({ 'GET /notifications': () => answers.shift() ?? answer([]) });
    const button = (name: string) => screen.queryByRole('button', { name });
    expect(await screen.findByText('Failed to load notifications')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Bid rejected')).toBeVisible();
    expect([button('Clear all') !== null, button('Mark all as read')]).toEqual([true, null]);
    await act(() => queryClient.refetchQueries());
    expect(await screen.findByText('No notifications')).toBeVisible();
    expect(screen.getByText("You don't have any notifications at the moment.")).toBeVisible();
    expect([button('Clear all'), button('Mark all as read')]).toEqual([null, null]);
  });

  it('loads older ones near its end, and waits for a click after a failure (product 9.7)', async () => {
    let isBroken = true;
    const { user } = open({
      'GET /notifications': ({ params }) => {
        if (params.page === 1) return answer([unread], { totalPages: 2 });
        return isBroken ? refuse('internal', 'No') : answer([unread, read], { page: 2, totalPages: 2 });
      },
    });
    await screen.findByText('New bid');
    await waitFor(() => observedElements().forEach((element) => intersect(element)));
    const retry = await screen.findByRole('button', { name: 'Try again' });
    expect(screen.getByText('New bid')).toBeVisible();
    isBroken = false;
    await user.click(retry);
    expect(await screen.findByText('Bid rejected')).toBeVisible();
    expect(rows()).toHaveLength(2);
    expect(api.requests.at(-1)?.params.page).toBe(2);
  });
});

describe('reading one (product 4.5, 4.6)', () => {
  it('marks it as read at once and on the server, by a click and by a middle click', async () => {
    const { user, queryClient } = open({ ...listing(unread), 'PUT /notifications/:id/read': () => ({}) });
    const link = await screen.findByRole('link', { name: /New bid/ });
    fireEvent(link, new MouseEvent('auxclick', { bubbles: true, button: 1 }));
    await waitFor(() => expect(calls()).toContain('PUT /notifications/n1/read'));
    await waitFor(() => expect(screen.queryByText('Unread', { selector: 'span' })).toBeNull());
    expect(address()).toHaveTextContent(/^\/notifications$/);
    expect(JSON.stringify(queryClient.getQueriesData({ queryKey: ['notifications'] }))).toContain('"unreadCount":0');
    await user.click(link);
    await waitFor(() => expect(address()).toHaveTextContent('/view-problems/p7'));
  });

  it('of a message opens the discussion, with both ids in the state, and in the query for a new tab', async () => {
    const data = { problemId: 'p7', conversationId: 'c3' };
    const title = '3 new messages from Diego Fuentes';
    const { user } = open(listing(buildNotification({ type: 'new_message', title, message: 'On Monday.', read: true, data })));
    const link = await screen.findByRole('link', { name: /3 new messages from Diego Fuentes.*On Monday\./ });
    expect(link).toHaveAttribute('href', '/problem/discussion?problemId=p7&conversationId=c3');
    await user.click(link);
    await waitFor(() => expect(address()).toHaveTextContent(/^\/problem\/discussion$/));
    expect(screen.getByLabelText('Route state')).toHaveTextContent('{"problemId":"p7","conversationId":"c3"}');
    expect(calls()).toEqual(['GET /notifications']);
  });

  it('of another type stays on the page, and is unread again if the server rejects it', async () => {
    let isBroken = true;
    const { user } = open({
      ...listing(buildNotification({ _id: 'n5', type: 'welcome', title: 'Welcome to Solvent' })),
      'PUT /notifications/:id/read': () => (isBroken ? refuse('internal', 'No') : {}),
    });
    await user.click(await screen.findByRole('button', { name: /Welcome to Solvent/ }));
    await waitFor(() => expect(calls()).toEqual(['GET /notifications', 'PUT /notifications/n5/read', 'GET /notifications']));
    expect(await screen.findByText('Unread', { selector: 'span' })).toBeInTheDocument();
    isBroken = false;
    await user.click(screen.getByRole('button', { name: /Welcome to Solvent/ }));
    await waitFor(() => expect(screen.queryByText('Unread', { selector: 'span' })).toBeNull());
    expect(address()).toHaveTextContent(/^\/notifications$/);
    expect(notificationsStore.getState().unreadCount).toBe(0);
  });
});

describe('all notifications (product 2.27, 4.5)', () => {
  it('are marked as read at once; a failure is shown with its reference and restores the list (product 8.23)', async () => {
    let isBroken = true;
    const { user } = open({
      ...listing(unread, read),
      'PUT /notifications/read-all': () => (isBroken ? brokenServer('7F3KQ2') : {}),
    });
    await user.click(await screen.findByRole('button', { name: 'Mark all as read' }));
    expect(await screen.findByText('Failed to mark all notifications as read')).toBeVisible();
    expect(screen.getByText('7F3KQ2')).toBeVisible();
    expect(await screen.findByText('Unread', { selector: 'span' })).toBeInTheDocument();
    expect(calls()).toEqual(['GET /notifications', 'PUT /notifications/read-all', 'GET /notifications']);
    isBroken = false;
    await user.click(await screen.findByRole('button', { name: 'Mark all as read' }));
    expect(await screen.findByText('All notifications marked as read')).toBeVisible();
    expect(screen.queryByText('Unread', { selector: 'span' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
    expect(screen.getByRole('heading', { name: 'Notifications' })).toHaveFocus();
  });

  it('are cleared without a confirmation, which can be undone; a failure is shown and restores the list (product 4.38)', async () => {
    let isBroken = true;
    let listed = [unread];
    const change = (next: (typeof unread)[]) => {
      if (isBroken) return refuse('internal', 'No');
      listed = next;
      return {};
    };
    const { user } = open({
      'GET /notifications': () => answer(listed),
      'DELETE /notifications/clear-all': () => change([]),
      'PUT /notifications/restore-cleared': () => change([unread]),
    });
    const click = async (name: string) => user.click(await screen.findByRole('button', { name }));
    await click('Clear all');
    expect(await screen.findByText('Failed to clear notifications')).toBeVisible();
    expect(await screen.findByText('Tomas Vega bid $180.')).toBeInTheDocument();
    expect(calls().at(-1)).toBe('GET /notifications');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
    isBroken = false;
    await click('Clear all');
    expect(await screen.findByText('All notifications cleared')).toBeVisible();
    expect(await screen.findByText('No notifications')).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    expect(notificationsStore.getState().unreadCount).toBe(0);
    await click('Undo');
    expect(await screen.findByText('Notifications restored')).toBeVisible();
    expect(await screen.findByText('Tomas Vega bid $180.')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });
});

it('events of one problem are grouped; the filter lists the unread ones of the server (product 2.27)', async () => {
  const data = { problemId: 'p7' };
  const older = buildNotification({ _id: 'n3', title: 'Second bid', createdAt: unread.createdAt, data });
  const message = buildNotification({ _id: 'n4', title: 'New message', data: { ...data, conversationId: 'c1' } });
  const all = [unread, older, message, read].map((one) => ({ ...one, createdAt: unread.createdAt }));
  const { user } = open({
    'GET /notifications': ({ params }) => answer(params.unread ? [message] : all),
    'PUT /notifications/read-all': () => ({}),
  });
  const more = await screen.findByRole('button', { name: /^1 more about this problem, 1 unread/ });
  expect(rows()).toHaveLength(3);
  expect(screen.queryByText('Second bid')).toBeNull();
  await user.click(more);
  expect(await screen.findByRole('link', { name: /Second bid/ })).toHaveAttribute('href', '/view-problems/p7');
  expect(more).toHaveAttribute('aria-expanded', 'true');

  await user.click(screen.getByRole('button', { name: 'Unread 3' }));
  await waitFor(() => expect(rows().map(({ textContent }) => textContent)).toEqual([expect.stringContaining('New message')]));
  expect(address()).toHaveTextContent('/notifications?show=unread');
  expect(api.requests.at(-1)?.params).toEqual({ page: 1, limit: 20, unread: true });
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
  expect(await screen.findByText('No unread notifications')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Show all notifications' }));
  expect(await screen.findByText('Bid rejected')).toBeVisible();
});
