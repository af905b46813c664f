import type { SessionUser } from '@solvent/contracts';
import { act, render, screen } from '@testing-library/react';
import { conversationsStore, setUnreadConversations, useUnreadConversations } from './conversations.ts';
import { notificationsStore, setSoundEnabled, setUnreadCount, useSoundEnabled, useUnreadCount } from './notifications.ts';
import { clearSession, saveUser } from './session.ts';
import { importFresh } from './testing/import-fresh.ts';

const person = (id: string, name = 'Ada') => ({ _id: id, name, token: `token-of-${id}` }) as SessionUser;

afterEach(() => {
  clearSession();
  window.localStorage.clear();
});

describe.each([
  ['notifications (product 4.5)', notificationsStore, setUnreadCount],
  ['conversations', conversationsStore, setUnreadConversations],
] as const)('unread %s', (_what, store, setCount) => {
  const unread = () => store.getState().unreadCount;

  it.each([
    [3, 3],
    [0, 0],
    [-1, 0],
  ])('set to %i becomes %i', (count, shown) => {
    setCount(7);
    setCount(count);
    expect(unread()).toBe(shown);
  });

  it('is reset when another user signs in or the session ends', () => {
    saveUser(person('ada'));
    setCount(4);
    saveUser(person('ada', 'Ada Park'));
    expect(unread()).toBe(4);
    clearSession();
    expect(unread()).toBe(0);
    setCount(2);
    saveUser(person('mira'));
    expect(unread()).toBe(0);
  });
});

describe('sound (product 4.9)', () => {
  const startWith = async (stored: string | null) => {
    if (stored !== null) window.localStorage.setItem('notificationSound', stored);
    const { notificationsStore: fresh } = await importFresh(() => import('./notifications.ts'));
    return fresh.getState().soundEnabled;
  };

  it.each([
    [null, true],
    ['enabled', true],
    ['disabled', false],
  ])('is with the stored value %s initially %s', async (stored, enabled) => {
    expect(await startWith(stored)).toBe(enabled);
  });

  it('is stored as "enabled" or "disabled"', () => {
    setSoundEnabled(false);
    expect(window.localStorage.getItem('notificationSound')).toBe('disabled');
    setSoundEnabled(true);
    expect(window.localStorage.getItem('notificationSound')).toBe('enabled');
  });

  it('follows another tab', () => {
    setSoundEnabled(true);
    window.dispatchEvent(new StorageEvent('storage', { key: 'notificationSound', newValue: 'disabled' }));
    expect(notificationsStore.getState().soundEnabled).toBe(false);
  });
});

it('each store re-renders components', () => {
  function Bar() {
    return `${useUnreadConversations()} and ${useUnreadCount()} unread, sound ${useSoundEnabled() ? 'on' : 'off'}`;
  }
  setSoundEnabled(true);
  render(<Bar />);
  expect(screen.getByText('0 and 0 unread, sound on')).toBeInTheDocument();
  act(() => {
    setUnreadConversations(2);
    setUnreadCount(5);
    setSoundEnabled(false);
  });
  expect(screen.getByText('2 and 5 unread, sound off')).toBeInTheDocument();
});
