import { jest } from '@jest/globals';
import { clearSession } from '@solvent/store';
import { refuse } from '@solvent/testing/fake-api';
import { act, screen, waitFor, within } from '@testing-library/react';
import { address, build, list, matchMedia, openAt, row } from './test-page.ts';
import type { Routes } from './test-page.ts';

const { Component } = await import('./conversations-page.tsx');

let api: ReturnType<typeof openAt>['api'];
let conversations: ReturnType<typeof build>[];
/** Stores marks like the server. */
const storeMarks: Routes[string] = ({ path, body }) => {
  const index = conversations.findIndex(({ _id }) => path.includes(`/${_id}/`));
  const one = conversations[index];
  if (one) conversations[index] = { ...one, ...(body as object) };
  return {};
};
function open(at = '/conversations', routes: Routes = {}) {
  const view = openAt(Component, at, conversations, { 'PUT /chat/conversations/:id/marks': storeMarks, ...routes });
  ({ api } = view);
  const choose = async (button: string, action: string) => {
    await view.user.click(await screen.findByRole('button', { name: button }));
    await view.user.click(await screen.findByRole('menuitem', { name: action }));
  };
  return { ...view, choose };
}
const sent = () => api.requests.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path, body]);
const names = async () =>
  within(await list())
    .getAllByRole('button')
    .map((button) => button.ariaLabel?.replace('More for ', ''));
const MARKS = '/chat/conversations/c2/marks';
const MORE = 'More for Lena Vogt';

beforeEach(() => {
  conversations = [build('c1', { unreadCount: 2 }), build('c2', { lastSeq: 4 }), build('c3')];
});
afterEach(() => {
  api.restore();
  act(clearSession);
  localStorage.clear();
  jest.restoreAllMocks();
});

describe('the menu of a conversation (product 2.61)', () => {
  it('pins, mutes, archives with Undo, and marks as unread', async () => {
    const { user, choose } = open();
    await choose(MORE, 'Pin');
    await waitFor(async () => expect((await names())[0]).toBe('Lena Vogt'));
    await choose(MORE, 'Mark as unread');
    await choose(MORE, 'Mute');
    expect(await row('Lena Vogt')).toHaveTextContent(/, marked as unread, pinned, muted$/);
    await choose(MORE, 'Archive');
    await waitFor(async () => expect(await names()).toEqual(['Diego Fuentes', 'Tomas Vega']));
    await user.click(await screen.findByRole('button', { name: /^Conversation archived\s*Undo$/ }));
    expect(await row('Lena Vogt')).toBeVisible();
    await waitFor(() =>
      expect(sent()).toEqual([
        [MARKS, { pinned: true }],
        [MARKS, { markedUnread: true }],
        [MARKS, { muted: true }],
        [MARKS, { archived: true, seq: 4 }],
        [MARKS, { archived: false }],
      ]),
    );
  });

  it('undoes a mark that the server refuses, and states it', async () => {
    const { choose } = open('/conversations', { 'PUT /chat/conversations/:id/marks': () => refuse('not_found', 'No.') });
    await choose(MORE, 'Archive');
    expect(await screen.findByText('We couldn’t update the conversation.')).toBeVisible();
    expect(await row('Lena Vogt')).toBeVisible();
    expect(screen.queryByText('Conversation archived')).toBeNull();
  });

  it('returns to the list on phones, and opening the conversation again ends "marked as unread"', async () => {
    const { user, choose } = open('/conversations?conversation=c2');
    await choose('More for this conversation', 'Mark as unread');
    await waitFor(() => expect(address()).toBe('/conversations'));
    expect(sent()).toEqual([[MARKS, { markedUnread: true }]]);
    await user.click(await row('Lena Vogt'));
    await waitFor(() => expect(sent().at(-1)).toEqual([MARKS, { markedUnread: false }]));
  });
});

describe('the filter of the list (product 2.61)', () => {
  it('is in the address, also of the conversations', async () => {
    conversations.push(build('c4', { archived: true }));
    const { user } = open('/conversations');
    expect(await names()).toEqual(['Diego Fuentes', 'Lena Vogt', 'Tomas Vega']);
    await user.click(screen.getByRole('button', { name: 'Archived' }));
    await waitFor(async () => expect(await names()).toEqual(['Person c4']));
    await user.click(screen.getByRole('button', { name: /^Unread\s*1$/ }));
    await waitFor(() => expect(address()).toBe('/conversations?filter=unread'));
    expect(await row('Diego Fuentes')).toHaveAttribute('href', '/conversations?conversation=c1&filter=unread');
    expect(api.requests.map(({ params }) => params)).toContainEqual({ page: 1, limit: 10, filter: 'unread' });
  });

  it('states what is missing, and leads to the archived ones if there are no others', async () => {
    conversations = [build('c4', { archived: true })];
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Show archived' }));
    expect(await row('Person c4')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Unread' }));
    expect(await screen.findByText('No unread conversations')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all conversations' }));
    expect(address()).toBe('/conversations');
  });
});

describe('/conversations (product 2.24)', () => {
  const OLD = { updatedAt: '2026-11-01T00:00:00.000Z' };

  it.each([
    ['the newest unread one', { c2: { markedUnread: true, ...OLD }, c3: { unreadCount: 1 } }, 'c3'],
    ['one of a later page', { c12: { unreadCount: 1 } }, 'c12'],
    ['the last open one, if the others are muted', { c3: { unreadCount: 1, muted: true } }, 'c2'],
  ])('opens on wide screens %s', async (_name, changes: Record<string, object>, expected) => {
    matchMedia('(min-width: 48rem)');
    localStorage.setItem('solvent.conversation.user-ada', 'c2');
    conversations = Array.from({ length: 12 }, (_, index) => build(`c${index + 1}`, changes[`c${index + 1}`]));
    open();
    expect(await screen.findByText(`Thread of ${expected}`)).toBeVisible();
  });
});

it('opens problem, agreement and files from the header of narrow screens (product 2.62)', async () => {
  const { user } = open('/conversations?conversation=c2', {
    'GET /problems/:id': () => refuse('internal', 'No'),
    'GET /chat/conversations/:id/files': () => ({ files: [], page: 1, limit: 20, totalPages: 1 }),
  });
  const button = await screen.findByRole('button', { name: 'About this conversation' });
  await user.click(button);
  const sheet = within(await screen.findByRole('dialog', { name: 'About this conversation' }));
  expect(await sheet.findByText('Shared files will appear here.')).toBeVisible();
  await user.click(sheet.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(button).toHaveFocus());
});
