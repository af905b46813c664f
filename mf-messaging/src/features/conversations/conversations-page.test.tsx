import { jest } from '@jest/globals';
import { clearSession } from '@solvent/store';
import { intersect, observedElements } from '@solvent/testing/browser-parts';
import { buildMessage } from '@solvent/testing/factories';
import { NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { act, screen, waitFor, within } from '@testing-library/react';
import { address, build, list, openAt, row, serverSays } from '../../conversation/test-page.ts';
import type { Routes } from '../../conversation/test-page.ts';

const { Component } = await import('./conversations-page.tsx');

let api: ReturnType<typeof openAt>['api'];
let conversations: ReturnType<typeof build>[];
function open(at = '/conversations', routes: Routes = {}) {
  const view = openAt(Component, at, conversations, routes);
  ({ api } = view);
  return view;
}
const h1 = (name: string) => screen.findByRole('heading', { level: 1, name });
const asked = () => api.requests.map(({ method, path, params }) => [method, path, params]);

beforeEach(() => {
  conversations = [build('c1'), build('c2'), build('c3')];
});
afterEach(() => {
  api.restore();
  act(clearSession);
  localStorage.clear();
  jest.restoreAllMocks();
});

describe('the list of /conversations', () => {
  it('says who, where they are, about what, what was said last and when, and how much is unread', async () => {
    const createdAt = new Date(Date.now() - 5 * 60_000).toISOString();
    const said = (senderId: string, text: string, fileCount = 0) => ({
      lastMessage: { senderId, text, fileCount, createdAt },
      updatedAt: createdAt,
    });
    conversations = [
      build('c1', { ...said('with-c1', 'I can start on Monday.'), unreadCount: 12 }),
      build('c2', said('user-ada', 'Thank you'), false),
      build('c3', { ...said('user-ada', '', 2), problem: null }),
      build('c4', said('with-c4', '', 1)),
      build('c5'),
    ];
    open();
    expect(await row('Diego Fuentes')).toHaveTextContent(
      /Diego Fuentes, Online5m ago.*Websocket reconnects drop messages.*I can start on Monday\.9\+, 12 unread$/,
    );
    expect(await row('Lena Vogt')).toHaveTextContent(/Lena Vogt, Offline.*You: Thank you$/);
    expect(await row('Tomas Vega')).toHaveTextContent(/^TTomas Vega, Online5m agoYou: 2 files$/);
    expect(await row('Person c4')).toHaveTextContent(/1 file$/);
    expect(await row('Person c5')).toHaveTextContent(/No messages yet$/);
    expect(await h1('Conversations')).toBeVisible();
    expect(document.title).toBe('Conversations · Solvent');
    expect(screen.getByText('Choose a conversation')).toBeInTheDocument();
  });

  it('asks for 10 a page (product 9.2), each next one when the end comes near', async () => {
    conversations = Array.from({ length: 12 }, (_, place) => build(`n${place}`));
    open();
    expect(within(await list()).getAllByRole('listitem')).toHaveLength(10);
    await waitFor(() => observedElements().forEach((element) => intersect(element)));
    await waitFor(async () => expect(within(await list()).getAllByRole('listitem')).toHaveLength(12));
    expect(asked()).toEqual([
      ['GET', '/chat/conversations', { page: 1, limit: 10 }],
      ['GET', '/chat/conversations', { page: 2, limit: 10 }],
    ]);
  });

  it('shows a message as it comes: on top, counted', async () => {
    open();
    await row('Tomas Vega');
    const content = 'It is mended.';
    await serverSays(
      'message',
      buildMessage({ conversationId: 'c3', sender: { _id: 'with-c3', name: 'Tomas Vega', image: null }, content }),
    );
    await waitFor(async () => {
      expect(within(await list()).getAllByRole('link')[0]).toHaveTextContent(/Tomas Vega.*It is mended\.1, 1 unread$/);
    });
  });

  it('is empty: says so, with a way on', async () => {
    conversations = [];
    open();
    expect(await screen.findByText('No conversations yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Browse Problems' })).toHaveAttribute('href', '/problems');
    expect(await h1('Conversations')).toBeVisible();
  });

  it('that could not be loaded can be asked for again', async () => {
    let broken = true;
    const answer = () => ({ conversations: [build('c1')], unreadCount: 0, page: 1, limit: 10, totalPages: 1 });
    const { user } = open('/conversations', { 'GET /chat/conversations': () => (broken ? refuse('internal', 'No') : answer()) });
    expect(await screen.findByText('Your conversations could not be loaded')).toBeVisible();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await row('Diego Fuentes')).toBeVisible();
  });
});

describe('the search', () => {
  it('waits until nobody types (product 9.7: 500 ms), finds names and problems, and stands in the address', async () => {
    const { user } = open();
    await row('Diego Fuentes');
    await user.type(screen.getByRole('textbox', { name: 'Search conversations' }), 'vega');
    expect(address()).toBe('/conversations');
    await waitFor(() => expect(address()).toBe('/conversations?search=vega'));
    await waitFor(() => expect(screen.queryByRole('link', { name: /^Diego/ })).not.toBeInTheDocument());
    expect(await row('Tomas Vega')).toHaveAttribute('href', '/conversations?conversation=c3&search=vega');
    expect(asked()).toContainEqual(['GET', '/chat/conversations', { page: 1, limit: 10, search: 'vega' }]);
    expect(await screen.findByText('1 found')).toBeInTheDocument();
  });

  it('without a match can be cleared', async () => {
    const { user } = open('/conversations?search=nobody');
    expect(await screen.findByText('No conversations found')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all conversations' }));
    expect(await row('Diego Fuentes')).toBeVisible();
    expect(address()).toBe('/conversations');
    expect(screen.getByRole('textbox', { name: 'Search conversations' })).toHaveValue('');
  });
});

/** A window in which these queries match. */
function beWide(...queries: string[]) {
  const { matchMedia } = window;
  jest
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) => Object.assign(matchMedia(query), { matches: queries.includes(query) }));
}

describe('a thread', () => {
  it('opens in the place of the list, or beside it, under who it is with and what it is about', async () => {
    const { user } = open();
    await user.click(await row('Lena Vogt'));
    expect(await screen.findByText('Thread of c2')).toBeVisible();
    expect(await row('Lena Vogt')).not.toBeVisible();
    expect(address()).toBe('/conversations?conversation=c2');
    expect(await row('Lena Vogt')).toHaveAttribute('aria-current', 'true');
    expect(await row('Diego Fuentes')).not.toHaveAttribute('aria-current');
    const thread = within(screen.getByRole('region', { name: 'Conversation' }));
    expect(thread.getByRole('link', { name: 'Lena Vogt' })).toHaveAttribute('href', '/profile/with-c2');
    expect(thread.getByText('Online')).toBeVisible();
    expect(thread.getByRole('link', { name: /^Websocket/ })).toHaveAttribute('href', '/view-problems/problem-1');
    expect(thread.getByText('Open')).toBeVisible();
    expect(document.title).toBe('Lena Vogt · Solvent');
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  });

  it('of a deleted account leads to no profile', async () => {
    const [ada] = build('c1').participants;
    const gone = { _id: 'gone', name: 'Deleted user', image: null, online: false, readSeq: 0, deleted: true };
    conversations = [build('c1', { participants: ada ? [ada, gone] : [gone] })];
    open('/conversations?conversation=c1');
    expect(await h1('Deleted user')).toBeVisible();
    expect(screen.getByText('Account deleted')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Deleted user' })).not.toBeInTheDocument();
  });

  it('takes the focus on phones, and its row takes it back', async () => {
    const { user } = open();
    await user.click(await row('Lena Vogt'));
    await waitFor(async () => expect(await h1('Lena Vogt')).toHaveFocus());
    await user.click(screen.getByRole('link', { name: 'Back to conversations' }));
    await waitFor(async () => expect(await row('Lena Vogt')).toHaveFocus());
    expect(address()).toBe('/conversations');
    expect(document.title).toBe('Conversations · Solvent');
  });

  it.each([
    ['who points', false, 'the list'],
    ['a keyboard', true, 'the thread'],
  ])('side by side leaves %s (%s) with %s', async (_who, isKeyboard, where) => {
    beWide('(min-width: 48rem)');
    // jsdom does not know how somebody got to an element.
    const { matches } = Element.prototype;
    jest.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selector) {
      return selector === ':focus-visible' ? isKeyboard : matches.call(this, selector);
    });
    const { user } = open();
    await user.click(await row('Lena Vogt'));
    await screen.findByText('Thread of c2');
    const focused = where === 'the list' ? await row('Lena Vogt') : await h1('Lena Vogt');
    await waitFor(() => expect(focused).toHaveFocus());
  });

  it('that was opened from the list leads back in the history, another one to the list', async () => {
    const { user, router } = open();
    await user.click(await row('Lena Vogt'));
    await user.click(await screen.findByRole('link', { name: 'Back to conversations' }));
    expect(router.state.historyAction).toBe('POP');
    api.restore();
    const other = open('/conversations?conversation=c1');
    await other.user.click((await screen.findAllByRole('link', { name: 'Back to conversations' })).at(-1) as HTMLElement);
    expect(other.router.state.historyAction).toBe('PUSH');
    expect(other.router.state.location.search).toBe('');
  });

  it.each(['not_found', 'forbidden'] as const)('that is %s says so, with a way back', async (code) => {
    open('/conversations?conversation=lost', { 'GET /chat/conversations/:id': () => refuse(code, 'No.') });
    expect(await h1('This conversation does not exist')).toBeVisible();
    expect(screen.getByRole('link', { name: 'All conversations' })).toHaveAttribute('href', '/conversations');
    expect(await row('Diego Fuentes')).toBeInTheDocument();
  });

  it('that could not be loaded can be asked for again', async () => {
    let broken = true;
    const { user } = open('/conversations?conversation=far', {
      'GET /chat/conversations/:id': () => (broken ? refuse('internal', 'No') : { conversation: build('far') }),
    });
    expect(await h1('The conversation could not be loaded')).toBeVisible();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await h1('Person far')).toBeVisible();
  });
});

describe('an address that asks for a conversation', () => {
  const MESSAGE = '/conversations?with=with-c9&problem=p7';

  it('opens or finds it, and gives way to its own address', async () => {
    open(MESSAGE, {
      'POST /chat/conversations': () => ({ conversation: build('c9') }),
      'GET /chat/conversations/:id': () => ({ conversation: build('c9') }),
    });
    expect(await screen.findByText('Thread of c9')).toBeVisible();
    expect(address()).toBe('/conversations?conversation=c9');
    const posts = api.requests.filter(({ method }) => method === 'POST');
    expect(posts.map(({ body }) => body)).toEqual([{ userId: 'with-c9', problemId: 'p7' }]);
  });

  it.each([
    ['forbidden', 'Without a problem, only solvers and authors of modules can be written to.', undefined],
    ['not_found', 'There is no such person.', undefined],
    ['invalid', 'This is you: choose somebody else to write to', { userId: 'This is you: choose somebody else to write to' }],
  ] as const)('that is refused (%s) says why', async (code, text, errors) => {
    open(MESSAGE, { 'POST /chat/conversations': () => refuse(code, errors ? 'Some fields are wrong.' : text, errors) });
    expect(await h1('The conversation could not be opened')).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: 'All conversations' })).toHaveAttribute('href', '/conversations');
  });

  it('that did not reach the server can be tried again', async () => {
    let broken = true;
    const { user } = open(MESSAGE, {
      'POST /chat/conversations': () => (broken ? NETWORK_FAILURE : { conversation: build('c9') }),
      'GET /chat/conversations/:id': () => ({ conversation: build('c9') }),
    });
    const again = await screen.findByRole('button', { name: 'Try again' });
    broken = false;
    await user.click(again);
    expect(await screen.findByText('Thread of c9')).toBeVisible();
  });
});
