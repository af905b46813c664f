import { jest } from '@jest/globals';
import { NEW_NOTIFICATION_EVENT } from '@solvent/contracts';
import type { Notification, ServerEvents } from '@solvent/contracts';
import { clearSession, setSoundEnabled } from '@solvent/store';
import { buildNotification, fakeApi, refuse, renderScreen, signInAs } from '@solvent/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { fakeAudio } from './test-audio.ts';

const handlers = new Map<string, (payload?: unknown) => void>();
const listen = (name: string, handler: (payload?: unknown) => void) => {
  handlers.set(name, handler);
  return () => void handlers.delete(name);
};
jest.unstable_mockModule('@solvent/socket', () => ({
  onServerEvent: listen,
  onConnected: (handler: () => void) => listen('connect', handler),
}));
const { Component } = await import('./bell.tsx');

const audio = fakeAudio();
let notifications: Notification[] = [];
let unreadCount = 0;
let api: ReturnType<typeof fakeApi>;

function open(routes: Parameters<typeof fakeApi>[0] = {}) {
  signInAs({ _id: 'ada' });
  api = fakeApi({
    'GET /notifications': () => ({ notifications, unreadCount, page: 1, limit: 20, totalPages: 1 }),
    'PUT /notifications/:id/read': () => ({}),
    ...routes,
  });
  return renderScreen(<Component />, { at: '/home' });
}
const bell = () => screen.getByRole('button', { name: 'Notifications' });
const panel = () => screen.findByRole('dialog', { name: 'Notifications' });
const serverSays = (event: keyof ServerEvents | 'connect', payload?: unknown) => act(() => handlers.get(event)?.(payload));
function otherTabSpeaks() {
  const channel = new BroadcastChannel('solvent-notifications');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
  channel.postMessage('changed');
  channel.close();
}
const lists = () => api.requests.filter(({ method }) => method === 'GET').length;
const loaded = () => waitFor(() => expect(lists()).toBe(1));

beforeEach(() => {
  notifications = [];
  unreadCount = 0;
  audio.heard.length = 0;
  setSoundEnabled(true);
});
afterEach(() => {
  api.restore();
  act(clearSession);
});

describe('the badge (spec 9)', () => {
  it.each([
    [1, '1'],
    [9, '9'],
    [10, '9+'],
    [240, '9+'],
  ])('%i unread: %s', async (count, text) => {
    unreadCount = count;
    open();
    expect(await within(bell()).findByText(text)).toBeVisible();
    expect(bell()).toHaveAccessibleDescription(`${count} unread`);
  });

  it('is hidden at 0', async () => {
    open();
    await loaded();
    expect(bell()).toHaveTextContent(/^$/);
  });
});

describe('the dropdown (spec 2)', () => {
  it('says that it is loading', async () => {
    const { user } = open({ 'GET /notifications': () => new Promise<never>(() => {}) });
    await user.click(bell());
    expect(await within(await panel()).findByText('Loading notifications...')).toBeInTheDocument();
  });

  it('says when there is nothing, and links to the page', async () => {
    const { user } = open();
    await user.click(bell());
    const dropdown = await panel();
    await waitFor(() => expect(dropdown).toHaveFocus());
    expect(await within(dropdown).findByText('No notifications yet')).toBeInTheDocument();
    await user.click(within(dropdown).getByRole('link', { name: 'View all' }));
    await waitFor(() => expect(screen.getByLabelText('Address')).toHaveTextContent('/notifications'));
  });

  it('lists them in at most 300 px, and a click reads one, goes there and closes', async () => {
    notifications = [buildNotification({ _id: 'n1', title: 'New bid', message: 'Tomas bid $180.', data: { problemId: 'p7' } })];
    unreadCount = 1;
    const { user } = open();
    await user.click(bell());
    const dropdown = await panel();
    const link = await within(dropdown).findByRole('link', { name: /New bid.*Tomas bid \$180\./ });
    expect(within(dropdown).getByRole('list')).toHaveStyle({ maxHeight: '300px' });
    expect(within(link).getByText('Unread')).toBeInTheDocument();
    await user.click(link);
    await waitFor(() => expect(screen.getByLabelText('Address')).toHaveTextContent('/view-problems/p7'));
    await waitFor(() => expect(api.requests.at(-1)?.path).toBe('/notifications/n1/read'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('another type leads to the page', async () => {
    notifications = [buildNotification({ type: 'welcome', title: 'Welcome' })];
    const { user } = open();
    await user.click(bell());
    expect(await within(await panel()).findByRole('link', { name: /Welcome/ })).toHaveAttribute('href', '/notifications');
  });

  it('holds the Sound toggle, and closes with Escape', async () => {
    const { user } = open();
    await user.click(bell());
    expect(await within(await panel()).findByRole('switch', { name: 'Notification sound' })).toHaveTextContent('Sound');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bell()).toHaveAttribute('aria-expanded', 'false');
    await waitFor(() => expect(bell()).toHaveFocus());
  });

  it('offers another try after a failure', async () => {
    let broken = true;
    const { user } = open({
      'GET /notifications': () =>
        broken ? refuse('internal', 'No') : { notifications, unreadCount, page: 1, limit: 20, totalPages: 1 },
    });
    await user.click(bell());
    const again = await within(await panel()).findByRole('button', { name: 'Try again' });
    broken = false;
    await user.click(again);
    expect(await screen.findByText('No notifications yet')).toBeInTheDocument();
  });
});

describe('what happens meanwhile (spec 4)', () => {
  it('a message: toast, fresh list, sound', async () => {
    const { user } = open();
    await loaded();
    await user.click(document.body);
    unreadCount = 4;
    serverSays('new_message_notification', { conversationId: 'c1', problemId: 'p1', message: {} });
    expect(await screen.findByText('You have a new message')).toBeVisible();
    expect(await within(bell()).findByText('4')).toBeVisible();
    expect(audio.heard.at(-1)).toEqual({ url: '/sounds/notification.mp3', volume: 1 });
  });

  it('a notification: it stands on top and counts, and nothing is asked for', async () => {
    const { user } = open();
    await loaded();
    await user.click(bell());
    await screen.findByText('No notifications yet');
    serverSays('notification', buildNotification({ title: 'Bid accepted' }));
    expect(await within(await panel()).findByText('Bid accepted')).toBeInTheDocument();
    expect(within(bell()).getByText('1')).toBeVisible();
    expect(lists()).toBe(1);
  });

  it('a notification before the first answer: the list is asked for again', async () => {
    let answer: (body: object) => void = () => {};
    open({ 'GET /notifications': () => new Promise<object>((resolve) => (answer = resolve)) });
    await loaded();
    serverSays('notification', buildNotification());
    await waitFor(() => expect(lists()).toBe(2));
    act(() => answer({ notifications: [], unreadCount: 7, page: 1, limit: 20, totalPages: 1 }));
    expect(await within(bell()).findByText('7')).toBeVisible();
  });

  it.each([
    ['a (re)connection', () => serverSays('connect')],
    ['the window event', () => act(() => void window.dispatchEvent(new Event(NEW_NOTIFICATION_EVENT)))],
    ['a change in another tab', otherTabSpeaks],
  ])('%s: the list is asked for again', async (_what, happen) => {
    open();
    await loaded();
    unreadCount = 3;
    happen();
    expect(await within(bell()).findByText('3')).toBeVisible();
  });

  it('stops listening when it goes', async () => {
    const { unmount } = open();
    await loaded();
    unmount();
    expect(handlers.size).toBe(0);
  });
});
