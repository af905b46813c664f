import { jest } from '@jest/globals';
import { NEW_NOTIFICATION_EVENT } from '@solvent/contracts';
import type { Notification } from '@solvent/contracts';
import { clearSession, setSoundEnabled } from '@solvent/store';
import { buildMessage, buildNotification, signInAs } from '@solvent/testing/factories';
import { fakeApi, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { act, screen, waitFor, within } from '@testing-library/react';
import { showConversation } from '../../chat/attention.ts';
import { fakeSocket } from '../../chat/test-socket.ts';
import { fakeAudio } from './test-audio.ts';

const socket = fakeSocket();
jest.unstable_mockModule('@solvent/socket', () => socket.module);
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
    'GET /chat/conversations': () => ({ conversations: [], unreadCount: 0, page: 1, limit: 10, totalPages: 1 }),
    ...routes,
  });
  return renderScreen(<Component />, { at: '/home' });
}
const bell = () => screen.getByRole('button', { name: 'Notifications' });
const panel = () => screen.findByRole('dialog', { name: 'Notifications' });
async function otherTabSpeaks() {
  const channel = new BroadcastChannel('solvent-notifications');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
  channel.postMessage('changed');
  channel.close();
}
const lists = () => api.requests.filter(({ path }) => path === '/notifications').length;
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

describe('the badge (product 9.4)', () => {
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

describe('the dropdown (product 2.28)', () => {
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

describe('the toast (product 4.8; decision 0012)', () => {
  const focus = (hasFocus: boolean) => jest.spyOn(document, 'hasFocus').mockReturnValue(hasFocus);
  let stopShowing = () => {};
  afterEach(() => {
    stopShowing();
    jest.restoreAllMocks();
  });

  async function hearOfMessage() {
    const { user } = open();
    await loaded();
    await user.click(document.body);
    await socket.hear('new_message_notification', { conversationId: 'c1', problemId: null, message: buildMessage() });
    await waitFor(() => expect(audio.heard.at(-1)?.volume).toBe(1));
  }

  it('is not shown over the very conversation that a person looks at; list and sound are as ever', async () => {
    stopShowing = showConversation('c1');
    focus(true);
    unreadCount = 1;
    await hearOfMessage();
    await waitFor(() => expect(lists()).toBe(2));
    expect(screen.queryByText('You have a new message')).toBeNull();
  });

  it.each([
    ['over another conversation', 'c2', true],
    ['where the window has not the focus', 'c1', false],
  ])('is shown %s', async (_where, shown, hasFocus) => {
    stopShowing = showConversation(shown);
    focus(hasFocus);
    await hearOfMessage();
    expect(await screen.findByText('You have a new message')).toBeVisible();
  });

  it('is shown once the conversation is left', async () => {
    showConversation('c1')();
    focus(true);
    await hearOfMessage();
    expect(await screen.findByText('You have a new message')).toBeVisible();
  });
});

describe('what happens meanwhile (product 4.8)', () => {
  it('a message: toast, fresh list, sound', async () => {
    const { user } = open();
    await loaded();
    await user.click(document.body);
    unreadCount = 4;
    await socket.hear('new_message_notification', { conversationId: 'c1', problemId: 'p1', message: buildMessage() });
    expect(await screen.findByText('You have a new message')).toBeVisible();
    expect(await within(bell()).findByText('4')).toBeVisible();
    expect(audio.heard.at(-1)).toEqual({ url: '/sounds/notification.mp3', volume: 1 });
  });

  it('a notification: it stands on top and counts, and nothing is asked for', async () => {
    const { user } = open();
    await loaded();
    await user.click(bell());
    await screen.findByText('No notifications yet');
    await socket.hear('notification', buildNotification({ title: 'Bid accepted' }));
    expect(await within(await panel()).findByText('Bid accepted')).toBeInTheDocument();
    expect(within(bell()).getByText('1')).toBeVisible();
    expect(lists()).toBe(1);
  });

  it('a further message: its notification, known already, says how many there are, on top, and counts once', async () => {
    const bid = buildNotification({ title: 'New bid' });
    const message = buildNotification({ _id: 'n1', type: 'new_message', title: 'New message from Diego Fuentes' });
    notifications = [bid, message];
    unreadCount = 2;
    const { user } = open();
    await user.click(bell());
    const dropdown = await panel();
    await within(dropdown).findByText('New message from Diego Fuentes');
    await socket.hear('notification', { ...message, title: '2 new messages from Diego Fuentes' });
    await within(dropdown).findByText('2 new messages from Diego Fuentes');
    const rows = within(dropdown).getAllByRole('listitem');
    expect(rows).toHaveLength(2);
    expect(rows[0]).toHaveTextContent('2 new messages from Diego Fuentes');
    expect(within(bell()).getByText('2')).toBeVisible();
  });

  it.each([
    ['one', ['n1'], 4],
    ['all', null, 0],
  ])('read on another device (%s): read here too, with the server’s count', async (_which, ids, count) => {
    notifications = [buildNotification({ _id: 'n1', title: 'New bid' })];
    unreadCount = 9;
    const { user } = open();
    await user.click(bell());
    const dropdown = await panel();
    expect(await within(dropdown).findByText('Unread')).toBeInTheDocument();
    await socket.hear('notifications_read', { ids, unreadCount: count });
    await waitFor(() => expect(within(dropdown).queryByText('Unread')).toBeNull());
    expect(bell()).toHaveAccessibleDescription(count === 0 ? 'None unread' : `${count} unread`);
    expect(lists()).toBe(1);
  });

  it('a notification before the first answer: the list is asked for again', async () => {
    let answer: (body: object) => void = () => {};
    open({ 'GET /notifications': () => new Promise<object>((resolve) => (answer = resolve)) });
    await loaded();
    await socket.hear('notification', buildNotification());
    await waitFor(() => expect(lists()).toBe(2));
    act(() => answer({ notifications: [], unreadCount: 7, page: 1, limit: 20, totalPages: 1 }));
    expect(await within(bell()).findByText('7')).toBeVisible();
  });

  it.each([
    ['a (re)connection', socket.connect],
    ['the window event', async () => act(() => void window.dispatchEvent(new Event(NEW_NOTIFICATION_EVENT)))],
    ['a change in another tab', otherTabSpeaks],
    ['a tab that is looked at again', async () => act(() => void document.dispatchEvent(new Event('visibilitychange')))],
  ])('%s: the list is asked for again', async (_what, happen) => {
    open();
    await loaded();
    unreadCount = 3;
    await happen();
    expect(await within(bell()).findByText('3')).toBeVisible();
  });

  it('stops listening when it goes', async () => {
    const { unmount } = open();
    await loaded();
    unmount();
    expect(socket.listening()).toBe(0);
  });
});
