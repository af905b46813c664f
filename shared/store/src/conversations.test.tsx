import type { SessionUser } from '@solvent/contracts';
import { act, render, screen } from '@testing-library/react';
import { conversationsStore, setUnreadConversations, useUnreadConversations } from './conversations.ts';
import { clearSession, saveUser } from './session.ts';

// Only who it is matters here.
const person = (id: string) => ({ _id: id, name: 'Ada', token: `token-of-${id}` }) as SessionUser;
const unread = () => conversationsStore.getState().unreadCount;

afterEach(() => {
  clearSession();
  window.localStorage.clear();
});

it.each([
  [3, 3],
  [0, 0],
  [-1, 0],
])('the number of unread conversations set to %i is %i', (count, shown) => {
  setUnreadConversations(7);
  setUnreadConversations(count);
  expect(unread()).toBe(shown);
});

it("is nobody else's: it goes when the person does", () => {
  saveUser(person('ada'));
  setUnreadConversations(4);
  expect(unread()).toBe(4);
  saveUser(person('mira'));
  expect(unread()).toBe(0);
});

it('is seen by components', () => {
  function Badge() {
    return `${useUnreadConversations()} unread`;
  }
  setUnreadConversations(0);
  render(<Badge />);
  act(() => setUnreadConversations(2));
  expect(screen.getByText('2 unread')).toBeInTheDocument();
});
