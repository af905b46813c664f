import { jest } from '@jest/globals';
import { clearSession } from '@solvent/store';
import {
  buildAgreement,
  buildMessage,
  buildProblemDetail,
  intersect,
  NETWORK_FAILURE,
  observedElements,
  refuse,
} from '@solvent/testing';
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
    expect(asked().at(-1)).toEqual(['GET', '/chat/conversations', { page: 1, limit: 10, search: 'vega' }]);
    expect(screen.getByText('1 found')).toBeInTheDocument();
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

describe('on wide screens', () => {
  it('the conversation that was open last opens by itself, else the one on top', async () => {
    beWide('(min-width: 48rem)');
    const { user } = open();
    expect(await screen.findByText('Thread of c1')).toBeVisible();
    expect(address()).toBe('/conversations?conversation=c1');
    await user.click(await row('Lena Vogt'));
    expect(await screen.findByText('Thread of c2')).toBeVisible();
    api.restore();
    open();
    expect(await screen.findAllByText('Thread of c2')).not.toHaveLength(0);
  });

  it('nothing opens by itself while somebody searches', async () => {
    beWide('(min-width: 48rem)');
    open('/conversations?search=vega');
    expect(await row('Tomas Vega')).toBeVisible();
    expect(screen.queryByText(/^Thread of/)).toBeNull();
  });

  it('the problem, the agreement and the files stand beside it', async () => {
    beWide('(min-width: 48rem)', '(min-width: 80rem)');
    const agreement = buildAgreement({ amount: 180, dueAt: '2026-11-30T00:00:00.000Z', status: 'delivered' });
    const file = {
      _id: 'f1',
      url: '/api/files/f1',
      name: 'trace.log',
      size: 2048,
      mimeType: 'text/plain',
      width: null,
      height: null,
    };
    open('/conversations?conversation=c2', {
      'GET /problems/:id': () => ({ problem: buildProblemDetail({ budget: 250, agreement }) }),
      'GET /chat/conversations/:id/files': () => ({
        files: [
          {
            ...file,
            message: { _id: 'm7', seq: 7, sender: { _id: 'with-c2', name: 'Lena Vogt', image: null } },
            createdAt: '2026-11-20T00:00:00.000Z',
          },
        ],
        page: 1,
        limit: 20,
        totalPages: 1,
      }),
    });
    const side = within(await screen.findByRole('complementary', { name: 'About this conversation' }));
    expect(await side.findByText('$250 budget')).toBeVisible();
    expect(side.getByText('$180')).toBeVisible();
    expect(side.getByText('Delivered')).toBeVisible();
    expect(await side.findByText('trace.log')).toBeVisible();
    expect(side.getByRole('link', { name: 'Message with trace.log' })).toHaveAttribute(
      'href',
      '/conversations?conversation=c2&message=7',
    );
  });
});

describe('what was written', () => {
  const found = {
    _id: 'm40',
    seq: 40,
    sender: { _id: 'with-c2', name: 'Lena Vogt', image: null },
    createdAt: '2026-11-20T00:00:00.000Z',
    conversation: { _id: 'c2', with: { _id: 'with-c2', name: 'Lena Vogt', image: null }, problem: null },
    snippet: { text: 'The <b>webhook</b> fired twice', ranges: [[7, 14]] },
  };
  const answer = { messages: [found], total: 1, page: 1, limit: 20, totalPages: 1 };

  it('is found in all conversations, marked as text, and leads to its place', async () => {
    open('/conversations?search=webhook', { 'GET /chat/search': () => answer });
    const list = await screen.findByRole('list', { name: 'Messages found' });
    expect(within(list).getByText('webhook', { selector: 'mark' })).toBeVisible();
    expect(list).toHaveTextContent('The <b>webhook</b> fired twice');
    expect(within(list).getByRole('link')).toHaveAttribute('href', '/conversations?conversation=c2&message=40&search=webhook');
    expect(screen.queryByText('No conversations found')).toBeNull();
    expect(asked()).toContainEqual(['GET', '/chat/search', { q: 'webhook', page: 1, limit: 20 }]);
  });

  it('is found in one conversation, from its head', async () => {
    const { user } = open('/conversations?conversation=c2', { 'GET /chat/search': () => answer });
    await user.click(await screen.findByRole('button', { name: 'Search in this conversation' }));
    const field = await screen.findByRole('textbox', { name: 'Search in this conversation' });
    await waitFor(() => expect(field).toHaveFocus());
    await user.type(field, 'webhook{Enter}');
    expect(await screen.findByText('1 message found')).toBeInTheDocument();
    expect(asked().at(-1)).toEqual(['GET', '/chat/search', { q: 'webhook', conversation: 'c2', page: 1, limit: 20 }]);
    await user.click(within(screen.getByRole('list', { name: 'Messages found' })).getByRole('link'));
    expect(address()).toBe('/conversations?conversation=c2&message=40');
    expect(screen.queryByRole('textbox', { name: 'Search in this conversation' })).toBeNull();
  });

  it('and not sent is said in the list', async () => {
    localStorage.setItem('solvent.draft.message.user-ada.c2', 'Shall I\nbegin?');
    open();
    expect(await row('Lena Vogt')).toHaveTextContent('Draft: Shall I begin?');
    expect(await row('Diego Fuentes')).not.toHaveTextContent('Draft');
  });
});

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
