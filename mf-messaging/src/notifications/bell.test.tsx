import { jest } from '@jest/globals';
import { NEW_NOTIFICATION_EVENT } from '@solvent/contracts';
import type { Notification } from '@solvent/contracts';
import { createQueryClient } from '@solvent/http';
import { clearSession, setSoundEnabled } from '@solvent/store';
import { buildMessage, buildNotification, signInAs } from '@solvent/testing/factories';
import { brokenServer, fakeApi } from '@solvent/testing/fake-api';
import { renderScreen, useRealStyles } from '@solvent/testing/render-screen';
import { act, screen, waitFor, within } from '@testing-library/react';
import { registerShownConversation } from '../sync/page-activity.ts';
import { buildListResponse } from '../sync/test-chat.ts';
import { fakeSocket } from '../sync/test-socket.ts';
import { fakeAudio } from './test-audio.ts';

const socket = fakeSocket();
jest.unstable_mockModule('@solvent/socket', () => socket.module);
const panelModule = await import('./bell-panel.tsx');
const loadPanel = jest.fn<() => object>(() => panelModule);
jest.unstable_mockModule('./bell-panel.tsx', loadPanel);
const { getChat } = await import('../sync/chat-client.ts');
const { Component } = await import('./bell.tsx');
const { startChatWhenIdle } = await import('../sync/start-chat-when-idle.ts');

const audio = fakeAudio();
let notifications: Notification[] = [];
let unreadCount = 0;
let api: ReturnType<typeof fakeApi>;

const answer = () => ({ notifications, unreadCount, page: 1, limit: 20, totalPages: 1 });
function startApi(routes: Parameters<typeof fakeApi>[0] = {}): void {
  signInAs({ _id: 'ada' });
  api = fakeApi({
    'GET /notifications': answer,
    'PUT /notifications/:id/read': () => ({}),
    'PUT /notifications/read-all': () => ({}),
    'GET /chat/conversations': () => buildListResponse([]),
    ...routes,
  });
}
function open(routes?: Parameters<typeof fakeApi>[0]) {
  startApi(routes);
  return renderScreen(<Component />, { at: '/home' });
}
const bell = () => screen.getByRole('button', { name: 'Notifications' });
const panel = () => screen.findByRole('dialog', { name: 'Notifications' });
const address = () => screen.getByLabelText('Address');
const lists = () => api.requests.filter(({ path }) => path === '/notifications').length;
const loaded = () => waitFor(() => expect(lists()).toBe(1));

beforeEach(() => {
  notifications = [];
  unreadCount = 0;
  audio.plays.length = 0;
  setSoundEnabled(true);
});
afterEach(() => {
  api.restore();
  act(clearSession);
  localStorage.clear();
  jest.restoreAllMocks();
});

// Must be first: the dropdown's module loads once per file.
it('opens the page when the dropdown’s code cannot be loaded; the next click retries (product 8.21)', async () => {
  loadPanel.mockImplementation(() => {
    throw new Error('Loading chunk bell-panel failed');
  });
  startApi();
  const { user, router } = renderScreen(<Component />, { at: '/home', path: '*' });
  await user.click(bell());
  await waitFor(() => expect(router.state.location.pathname).toBe('/notifications'));
  expect(bell()).toHaveAttribute('aria-expanded', 'false');
  loadPanel.mockImplementation(() => panelModule);
  await user.click(bell());
  expect(await within(await panel()).findByText('No notifications yet')).toBeVisible();
});

describe('the dropdown (product 2.28)', () => {
  it('loads, is empty, has the sound switch, closes with Escape and links to the page', async () => {
    let resolve: (body: object) => void = () => {};
    const { user } = open({ 'GET /notifications': () => new Promise<object>((done) => (resolve = done)) });
    await user.click(bell());
    const dropdown = await panel();
    await waitFor(() => expect(dropdown).toHaveFocus());
    expect(await within(dropdown).findByText('Loading notifications...')).toBeInTheDocument();
    await act(async () => resolve(answer()));
    expect(await within(dropdown).findByText('No notifications yet')).toBeInTheDocument();
    const sound = within(dropdown).getByRole('switch', { name: 'Notification sound' });
    expect(sound).toHaveTextContent('Sound');
    expect(sound).toBeChecked();
    await user.click(sound);
    expect(await screen.findByText('Notification sound disabled')).toBeVisible();
    expect(sound).not.toBeChecked();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bell()).toHaveAttribute('aria-expanded', 'false');
    await waitFor(() => expect(bell()).toHaveFocus());
    await user.click(bell());
    await user.click(within(await panel()).getByRole('link', { name: 'View all' }));
    await waitFor(() => expect(address()).toHaveTextContent('/notifications'));
  });

  it('offers a retry with a reference after a failure (product 8.24)', async () => {
    let isBroken = true;
    const { user } = open({ 'GET /notifications': () => (isBroken ? brokenServer('7F3KQ2') : answer()) });
    await user.click(bell());
    const retry = await within(await panel()).findByRole('button', { name: 'Try again' });
    expect(await panel()).toHaveTextContent('Reference 7F3KQ2');
    isBroken = false;
    await user.click(retry);
    expect(await screen.findByText('No notifications yet')).toBeInTheDocument();
  });

  describe('with notifications', () => {
    useRealStyles();

    it('lists them in at most 300 px; a click marks one as read, closes, opens its page and notifies other tabs', async () => {
      const data = { problemId: 'p7' };
      notifications = [
        buildNotification({ _id: 'n1', title: 'New bid', message: 'Tomas bid $180.', data }),
        buildNotification({ type: 'welcome', title: 'Welcome', read: true }),
      ];
      unreadCount = 1;
      const otherTab = new BroadcastChannel('solvent-notifications');
      const received = new Promise((resolve) =>
        otherTab.addEventListener('message', (event) => resolve(event.data), { once: true }),
      );
      const { user } = open();
      await user.click(bell());
      const dropdown = await panel();
      const link = await within(dropdown).findByRole('link', { name: /New bid.*Tomas bid \$180\./ });
      expect(within(dropdown).getByRole('list')).toHaveStyle({ maxHeight: '300px' });
      expect(within(dropdown).getByRole('link', { name: /Welcome/ })).toHaveAttribute('href', '/notifications');
      expect(within(link).getByText('Unread')).toBeInTheDocument();
      await user.click(link);
      await waitFor(() => expect(address()).toHaveTextContent('/view-problems/p7'));
      await waitFor(() => expect(api.requests.at(-1)?.path).toBe('/notifications/n1/read'));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      expect(await received).toBe('changed');
      expect(lists()).toBe(1);
      otherTab.close();
    });
  });
});

describe('a new message (product 4.8)', () => {
  const receive = () =>
    socket.receive('new_message_notification', { conversationId: 'c1', problemId: null, message: buildMessage() });

  it('shows a toast with the sender, which opens the conversation, plays the sound and refreshes the list', async () => {
    const { user } = open();
    await loaded();
    await user.click(document.body);
    unreadCount = 4;
    await receive();
    expect(await screen.findByText('You have a new message')).toBeVisible();
    expect(screen.getByText('Diego Fuentes')).toBeVisible();
    expect(await within(bell()).findByText('4')).toBeVisible();
    expect(audio.plays.at(-1)).toEqual({ url: '/sounds/notification.mp3', volume: 1 });
    await user.click(screen.getByText('You have a new message'));
    await waitFor(() => expect(address()).toHaveTextContent('/conversations?conversation=c1'));
  });

  it('shows no toast while its conversation is active (decision 0012)', async () => {
    jest.spyOn(document, 'hasFocus').mockReturnValue(true);
    const stopShowing = registerShownConversation('c1');
    const { user } = open();
    await loaded();
    await user.click(document.body);
    await receive();
    await waitFor(() => expect(audio.plays.at(-1)?.volume).toBe(1));
    await waitFor(() => expect(lists()).toBe(2));
    expect(screen.queryByText('You have a new message')).toBeNull();
    stopShowing();
    await receive();
    expect(await screen.findByText('You have a new message')).toBeVisible();
  });
});

describe('the list and the badge (product 4.5, 9.4)', () => {
  it('update on new notifications and reads on other devices, without a request', async () => {
    const { user } = open();
    await loaded();
    expect(bell()).toHaveTextContent(/^$/);
    await user.click(bell());
    await screen.findByText('No notifications yet');
    await socket.receive('notification', buildNotification({ _id: 'n1', title: 'Bid accepted' }));
    expect(await within(await panel()).findByText('Bid accepted')).toBeInTheDocument();
    expect(screen.getByText('Unread')).toBeInTheDocument();
    await waitFor(() => expect(bell()).toHaveTextContent(/^1$/));
    await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
    expect(await screen.findByText('All notifications marked as read')).toBeVisible();
    await waitFor(() => expect(bell()).toHaveTextContent(/^$/));
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
    expect(await panel()).toHaveFocus();
    await socket.receive('notification', buildNotification({ _id: 'n1', title: 'Bid accepted' }));
    await socket.receive('notifications_read', { ids: ['n1'], unreadCount: 10 });
    await waitFor(() => expect(screen.queryByText('Unread')).toBeNull());
    await waitFor(() => expect(bell()).toHaveTextContent(/^9\+$/));
    expect(bell()).toHaveAccessibleDescription('10 unread');
    await socket.receive('notifications_read', { ids: null, unreadCount: 0 });
    await waitFor(() => expect(bell()).toHaveTextContent(/^$/));
    expect(bell()).toHaveAccessibleDescription('None unread');
    expect(lists()).toBe(1);
  });

  it('are fetched again if a notification arrives before the first response', async () => {
    let resolve: (body: object) => void = () => {};
    open({ 'GET /notifications': () => new Promise<object>((done) => (resolve = done)) });
    await loaded();
    await socket.receive('notification', buildNotification());
    await waitFor(() => expect(lists()).toBe(2));
    unreadCount = 7;
    await act(async () => resolve(answer()));
    expect(await within(bell()).findByText('7')).toBeVisible();
  });

  it('are fetched again after a (re)connection, the window event, a change in another tab, and a tab switch', async () => {
    const { unmount } = open();
    await loaded();
    const otherTab = new BroadcastChannel('solvent-notifications');
    for (const trigger of [
      () => socket.connect(),
      async () => void window.dispatchEvent(new Event(NEW_NOTIFICATION_EVENT)),
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has no target
      async () => otherTab.postMessage('changed'),
      async () => void document.dispatchEvent(new Event('visibilitychange')),
    ]) {
      unreadCount += 1;
      await act(trigger);
      expect(await within(bell()).findByText(String(unreadCount))).toBeVisible();
    }
    otherTab.close();
    unmount();
    expect(socket.countListeners()).toBe(0);
  });
});

describe('the chat that the bell starts', () => {
  const advance = (ms: number) => jest.advanceTimersByTimeAsync(ms);
  const requests = () => api.requests.map(({ method, path }) => `${method} ${path}`);
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['queueMicrotask'] });
    startApi();
  });
  afterEach(() => jest.useRealTimers());

  it('starts when the page is idle, and ends when the bell unmounts', async () => {
    const stop = startChatWhenIdle(createQueryClient());
    await advance(900);
    await socket.connect();
    expect(requests()).toEqual([]);
    await advance(200);
    expect(getChat()?.userId).toBe('ada');
    expect(requests()).toEqual(['GET /chat/conversations']);
    stop();
    expect(getChat()).toBeUndefined();
    expect(socket.countListeners()).toBe(0);
  });

  it('does not start after the bell has unmounted', async () => {
    startChatWhenIdle(createQueryClient())();
    await advance(3000);
    expect(getChat()).toBeUndefined();
  });
});
