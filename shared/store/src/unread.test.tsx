import type { SessionUser } from '@solvent/contracts';
import { act, render, screen } from '@testing-library/react';
import { conversationsStore, setUnreadConversations, useUnreadConversations } from './conversations.ts';
import { notificationsStore, setSoundEnabled, setUnreadCount, useSoundEnabled, useUnreadCount } from './notifications.ts';
import { clearSession, saveUser } from './session.ts';
import { freshCopyOf } from './testing/fresh-copy-of.ts';

describe('unread conversations', () => {
  // Only who it is matters here.
  const person = (id: string) => ({ _id: id, name: 'Ada', token: `token-of-${id}` }) as SessionUser;
  const unread = () => conversationsStore.getState().unreadCount;

  afterEach(() => {
    clearSession();
    window.localStorage.clear();
  });

  it('are never below 0', () => {
    for (const [count, shown] of [
      [7, 7],
      [0, 0],
      [-1, 0],
    ] as const) {
      setUnreadConversations(count);
      expect(unread()).toBe(shown);
    }
  });

  it('are reset when another user signs in', () => {
    saveUser(person('ada'));
    setUnreadConversations(4);
    expect(unread()).toBe(4);
    saveUser(person('mira'));
    expect(unread()).toBe(0);
  });

  it('re-render components', () => {
    function Badge() {
      return `${useUnreadConversations()} unread`;
    }
    setUnreadConversations(0);
    render(<Badge />);
    act(() => setUnreadConversations(2));
    expect(screen.getByText('2 unread')).toBeInTheDocument();
  });
});

describe('notifications', () => {
  // Only who it is matters here.
  const person = (id: string, name = 'Ada') => ({ _id: id, name, token: `token-of-${id}` }) as SessionUser;
  const unread = () => notificationsStore.getState().unreadCount;

  afterEach(() => {
    clearSession();
    window.localStorage.clear();
  });

  describe('the unread count', () => {
    it.each([
      [3, 3],
      [0, 0],
      [-1, 0],
    ])('set to %i is %i: never below 0 (product 4.5)', (count, shown) => {
      setUnreadCount(7);
      setUnreadCount(count);
      expect(unread()).toBe(shown);
    });

    it('is reset when another user signs in or the session ends', () => {
      saveUser(person('ada'));
      setUnreadCount(4);
      saveUser(person('ada', 'Ada Park'));
      expect(unread()).toBe(4);
      clearSession();
      expect(unread()).toBe(0);
      setUnreadCount(2);
      saveUser(person('mira'));
      expect(unread()).toBe(0);
    });
  });

  describe('the sound (product 4.9)', () => {
    const startWith = async (kept: string | null) => {
      if (kept !== null) window.localStorage.setItem('notificationSound', kept);
      const { notificationsStore: fresh } = await freshCopyOf(() => import('./notifications.ts'));
      return fresh.getState().soundEnabled;
    };

    it.each([
      [null, true],
      ['enabled', true],
      ['disabled', false],
    ])('with %s kept is %s at the start', async (kept, enabled) => {
      expect(await startWith(kept)).toBe(enabled);
    });

    it('is kept as "enabled" or "disabled"', () => {
      setSoundEnabled(false);
      expect(window.localStorage.getItem('notificationSound')).toBe('disabled');
      setSoundEnabled(true);
      expect(window.localStorage.getItem('notificationSound')).toBe('enabled');
    });

    it('changes with another tab', () => {
      setSoundEnabled(true);
      window.dispatchEvent(new StorageEvent('storage', { key: 'notificationSound', newValue: 'disabled' }));
      expect(notificationsStore.getState().soundEnabled).toBe(false);
    });
  });

  it('re-render components with the badge and the sound', () => {
    function Bell() {
      return `${useUnreadCount()} unread, sound ${useSoundEnabled() ? 'on' : 'off'}`;
    }
    setUnreadCount(0);
    setSoundEnabled(true);
    render(<Bell />);
    expect(screen.getByText('0 unread, sound on')).toBeInTheDocument();
    act(() => {
      setUnreadCount(5);
      setSoundEnabled(false);
    });
    expect(screen.getByText('5 unread, sound off')).toBeInTheDocument();
  });
});
