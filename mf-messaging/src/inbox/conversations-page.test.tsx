import { jest } from '@jest/globals';
import { clearSession } from '@solvent/store';
import { intersect, observedElements } from '@solvent/testing/browser-apis';
import { buildAgreement, buildMessage, buildProblemDetail } from '@solvent/testing/factories';
import { NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { act, screen, waitFor, within } from '@testing-library/react';
import { buildListResponse } from '../sync/test-chat.ts';
import { address, build, list, matchMedia, openAt, row, receiveEvent } from './test-page.ts';
import type { Routes } from './test-page.ts';

const { Component } = await import('./conversations-page.tsx');

let api: ReturnType<typeof openAt>['api'];
let conversations: ReturnType<typeof build>[];
function open(at = '/conversations', routes: Routes = {}) {
  const view = openAt(Component, at, conversations, routes);
  ({ api } = view);
  return view;
}
const h1 = (name: string) => screen.findByRole('heading', { level: 1, name });
const requests = () => api.requests.map(({ method, path, params }) => [method, path, params]);

const TWO_COLUMNS = '(min-width: 48rem)';

beforeEach(() => {
  conversations = [build('c1'), build('c2'), build('c3')];
});
afterEach(() => {
  api.restore();
  act(clearSession);
  localStorage.clear();
  jest.restoreAllMocks();
});

describe('the list of /conversations (product 2.24)', () => {
  it('shows name, presence, problem, last message or draft, time, and unread count', async () => {
    const createdAt = new Date(Date.now() - 5 * 60_000).toISOString();
    const lastMessageFields = (senderId: string, text: string, fileCount = 0) => ({
      lastMessage: { senderId, text, fileCount, createdAt },
      updatedAt: createdAt,
    });
    conversations = [
      build('c1', { ...lastMessageFields('with-c1', 'I can start on Monday.'), unreadCount: 12 }),
      build('c2', lastMessageFields('user-ada', 'Thank you'), false),
      build('c3', { ...lastMessageFields('user-ada', '', 2), problem: null }),
      build('c4', lastMessageFields('with-c4', '', 1)),
      build('c5'),
      build('c6'),
    ];
    localStorage.setItem('solvent.draft.message.user-ada.c6', 'Shall I\nbegin?');
    open();
    expect(await row('Diego Fuentes')).toHaveTextContent(
      /Diego Fuentes, Online5m ago.*Websocket reconnects drop messages.*I can start on Monday\.9\+, 12 unread$/,
    );
    expect(await row('Lena Vogt')).toHaveTextContent(/Lena Vogt, Offline.*You: Thank you$/);
    expect(await row('Tomas Vega')).toHaveTextContent(/^TTomas Vega, Online5m agoYou: 2 files$/);
    expect(await row('Person c4')).toHaveTextContent(/1 file$/);
    expect(await row('Person c5')).toHaveTextContent(/No messages yet$/);
    expect(await row('Person c6')).toHaveTextContent('Draft: Shall I begin?');
    expect(await h1('Conversations')).toBeVisible();
    expect(document.title).toBe('Conversations · Solvent');
    expect(screen.getByText('Choose a conversation')).toBeInTheDocument();
  });

  it('loads the next 10 near its end (product 9.2), and moves a conversation with a new message to the top', async () => {
    conversations = Array.from({ length: 12 }, (_, index) => build(`n${index}`));
    open();
    expect(within(await list()).getAllByRole('listitem')).toHaveLength(10);
    await waitFor(() => observedElements().forEach((element) => intersect(element)));
    await waitFor(async () => expect(within(await list()).getAllByRole('listitem')).toHaveLength(12));
    expect(requests()).toEqual([
      ['GET', '/chat/conversations', { page: 1, limit: 10 }],
      ['GET', '/chat/conversations', { page: 2, limit: 10 }],
    ]);
    const sender = { _id: 'with-n11', name: 'Person n11', image: null };
    await receiveEvent('message', buildMessage({ conversationId: 'n11', sender, content: 'It is fixed.' }));
    await waitFor(async () => {
      expect(within(await list()).getAllByRole('link')[0]).toHaveTextContent(/Person n11.*It is fixed\.1, 1 unread$/);
    });
  });

  it('offers a retry after a failure, and links to problems while it is empty', async () => {
    let isBroken = true;
    const { user } = open('/conversations', {
      'GET /chat/conversations': () => (isBroken ? refuse('internal', 'No') : buildListResponse([])),
    });
    expect(await screen.findByText('Your conversations could not be loaded')).toBeVisible();
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No conversations yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Browse Problems' })).toHaveAttribute('href', '/problems');
    expect(await h1('Conversations')).toBeVisible();
  });
});

describe('the search (product 2.44)', () => {
  const found = {
    _id: 'm40',
    seq: 40,
    sender: { _id: 'with-c2', name: 'Lena Vogt', image: null },
    createdAt: '2026-11-20T00:00:00.000Z',
    conversation: { _id: 'c2', with: { _id: 'with-c2', name: 'Lena Vogt', image: null }, problem: null },
    snippet: { text: 'The <b>webhook</b> fired twice', ranges: [[7, 14]] },
  };
  const answer = { messages: [found], total: 1, page: 1, limit: 20, totalPages: 1 };

  it('finds names and problems, is stored in the address, and can be cleared when nothing is found', async () => {
    const { user } = open();
    await row('Diego Fuentes');
    const field = screen.getByRole('textbox', { name: 'Search conversations' });
    await user.type(field, 'vega');
    await waitFor(() => expect(address()).toBe('/conversations?search=vega'));
    await waitFor(() => expect(screen.queryByRole('link', { name: /^Diego/ })).not.toBeInTheDocument());
    expect(await row('Tomas Vega')).toHaveAttribute('href', '/conversations?conversation=c3&search=vega');
    expect(requests()).toContainEqual(['GET', '/chat/conversations', { page: 1, limit: 10, search: 'vega' }]);
    expect(await screen.findByText('1 found')).toBeInTheDocument();
    await user.type(field, ' nobody ');
    expect(await screen.findByText('No conversations found')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all conversations' }));
    expect(await row('Diego Fuentes')).toBeVisible();
    expect(address()).toBe('/conversations');
    expect(field).toHaveValue('');
  });

  it('finds messages of all conversations, marks matches in plain text, and links to the message', async () => {
    open('/conversations?search=webhook', { 'GET /chat/search': () => answer });
    const messages = await screen.findByRole('list', { name: 'Messages found' });
    expect(within(messages).getByText('webhook', { selector: 'mark' })).toBeVisible();
    expect(messages).toHaveTextContent('The <b>webhook</b> fired twice');
    const href = '/conversations?conversation=c2&message=40&search=webhook';
    expect(within(messages).getByRole('link')).toHaveAttribute('href', href);
    expect(screen.queryByText('No conversations found')).toBeNull();
    expect(requests()).toContainEqual(['GET', '/chat/search', { q: 'webhook', page: 1, limit: 20 }]);
  });

  it('finds messages of one conversation from its header', async () => {
    const { user } = open('/conversations?conversation=c2', { 'GET /chat/search': () => answer });
    await user.click(await screen.findByRole('button', { name: 'Search in this conversation' }));
    const field = await screen.findByRole('textbox', { name: 'Search in this conversation' });
    await waitFor(() => expect(field).toHaveFocus());
    await user.type(field, 'webhook{Enter}');
    expect(await screen.findByText('1 message found')).toBeInTheDocument();
    expect(requests().at(-1)).toEqual(['GET', '/chat/search', { q: 'webhook', conversation: 'c2', page: 1, limit: 20 }]);
    await user.click(within(screen.getByRole('list', { name: 'Messages found' })).getByRole('link'));
    expect(address()).toBe('/conversations?conversation=c2&message=40');
    expect(screen.queryByRole('textbox', { name: 'Search in this conversation' })).toBeNull();
  });
});

describe('a thread', () => {
  it('opens with its header, takes the focus on phones, and returns it to its row', async () => {
    const { user, router } = open();
    await user.click(await row('Lena Vogt'));
    expect(await screen.findByText('Thread of c2')).toBeVisible();
    expect(address()).toBe('/conversations?conversation=c2');
    await waitFor(async () => expect(await h1('Lena Vogt')).toHaveFocus());
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
    expect(await row('Lena Vogt')).toHaveAttribute('aria-current', 'true');
    expect(await row('Diego Fuentes')).not.toHaveAttribute('aria-current');
    const thread = within(screen.getByRole('region', { name: 'Conversation' }));
    expect(thread.getByRole('link', { name: 'Lena Vogt' })).toHaveAttribute('href', '/profile/with-c2');
    expect(thread.getByText('Online')).toBeVisible();
    expect(thread.getByRole('link', { name: /^Websocket/ })).toHaveAttribute('href', '/view-problems/problem-1');
    expect(thread.getByText('Open')).toBeVisible();
    expect(document.title).toBe('Lena Vogt · Solvent');
    await user.click(screen.getByRole('link', { name: 'Back to conversations' }));
    await waitFor(async () => expect(await row('Lena Vogt')).toHaveFocus());
    expect(router.state.historyAction).toBe('POP');
    expect(address()).toBe('/conversations');
    expect(document.title).toBe('Conversations · Solvent');
  });

  it('links back to the list if an address opened it, and to no profile of a deleted account', async () => {
    const [ada] = build('c1').participants;
    const gone = { _id: 'gone', name: 'Deleted user', image: null, online: false, readSeq: 0, deleted: true };
    conversations = [build('c1', { participants: ada ? [ada, gone] : [gone] })];
    const { user, router } = open('/conversations?conversation=c1');
    expect(await h1('Deleted user')).toBeVisible();
    expect(screen.getByText('Account deleted')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Deleted user' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Back to conversations' }));
    expect(router.state.historyAction).toBe('PUSH');
    expect(address()).toBe('/conversations');
  });

  it('links back if it does not exist, and can be retried if it could not be loaded', async () => {
    let answer: Routes[string] = () => refuse('not_found', 'No.');
    const { user, router } = open('/conversations?conversation=lost', {
      'GET /chat/conversations/:id': (...args) => answer(...args),
    });
    expect(await h1('This conversation does not exist')).toBeVisible();
    expect(screen.getByRole('link', { name: 'All conversations' })).toHaveAttribute('href', '/conversations');
    expect(await row('Diego Fuentes')).toBeInTheDocument();
    answer = () => refuse('internal', 'No');
    await act(() => router.navigate('/conversations?conversation=far'));
    expect(await h1('The conversation could not be loaded')).toBeVisible();
    answer = () => ({ conversation: build('far') });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await h1('Person far')).toBeVisible();
  });
});

describe('an address that names a person (product 2.24)', () => {
  const ADDRESS = '/conversations?with=with-c9&problem=p7';

  it('opens or creates the conversation, can be retried, and is replaced by its address', async () => {
    let isDown = true;
    const { user } = open(ADDRESS, {
      'POST /chat/conversations': () => (isDown ? NETWORK_FAILURE : { conversation: build('c9') }),
      'GET /chat/conversations/:id': () => ({ conversation: build('c9') }),
    });
    const retry = await screen.findByRole('button', { name: 'Try again' });
    isDown = false;
    await user.click(retry);
    expect(await screen.findByText('Thread of c9')).toBeVisible();
    expect(address()).toBe('/conversations?conversation=c9');
    const bodies = api.requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
    const body = { userId: 'with-c9', problemId: 'p7' };
    expect(bodies).toEqual([body, body]);
    const lists = () => requests().filter(([method, path]) => method === 'GET' && path === '/chat/conversations');
    await waitFor(() => expect(lists()).toHaveLength(2));
  });

  it('shows why the server rejects it, with the message of its field if there is one', async () => {
    const own = 'This is you: choose somebody else to write to';
    let answer = refuse('invalid', 'Some fields are wrong.', { userId: own });
    const { router } = open(ADDRESS, { 'POST /chat/conversations': () => answer });
    expect(await h1('The conversation could not be opened')).toBeVisible();
    expect(screen.getByText(own)).toBeVisible();
    expect(screen.getByRole('link', { name: 'All conversations' })).toHaveAttribute('href', '/conversations');
    answer = refuse('not_found', 'There is no such person.');
    await act(() => router.navigate('/conversations?with=with-c8'));
    expect(await screen.findByText('There is no such person.')).toBeVisible();
  });
});

describe('wide screens (product 2.24)', () => {
  it('open the first or last open conversation, and move the focus for keyboard users only', async () => {
    matchMedia(TWO_COLUMNS);
    let isKeyboard = false;
    // jsdom has no :focus-visible.
    const { matches } = Element.prototype;
    jest.spyOn(Element.prototype, 'matches').mockImplementation(function (this: Element, selector) {
      return selector === ':focus-visible' ? isKeyboard : matches.call(this, selector);
    });
    const { user, unmount } = open();
    expect(await screen.findByText('Thread of c1')).toBeVisible();
    expect(address()).toBe('/conversations?conversation=c1');
    await user.click(await row('Lena Vogt'));
    expect(await screen.findByText('Thread of c2')).toBeVisible();
    await waitFor(async () => expect(await row('Lena Vogt')).toHaveFocus());
    unmount();
    api.restore();
    isKeyboard = true;
    const next = open();
    expect(await screen.findByText('Thread of c2')).toBeVisible();
    await next.user.click(await row('Diego Fuentes'));
    await waitFor(async () => expect(await h1('Diego Fuentes')).toHaveFocus());
  });

  it('open no conversation before a search is cleared', async () => {
    matchMedia(TWO_COLUMNS);
    const { user } = open('/conversations?search=vega');
    expect(await row('Tomas Vega')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(await screen.findByText('Thread of c1')).toBeVisible();
  });

  it('show problem, agreement and files beside the thread (product 2.44)', async () => {
    matchMedia(TWO_COLUMNS, '(min-width: 80rem)');
    const agreement = buildAgreement({ amount: 180, dueAt: '2026-11-30T00:00:00.000Z', status: 'delivered' });
    const message = { _id: 'm7', seq: 7, sender: { _id: 'with-c2', name: 'Lena Vogt', image: null } };
    const size = { size: 2048, mimeType: 'text/plain', width: null, height: null };
    const file = { _id: 'f1', url: '/api/files/f1', name: 'trace.log', ...size, message, createdAt: '2026-11-20T00:00:00.000Z' };
    open('/conversations?conversation=c2', {
      'GET /problems/:id': () => ({ problem: buildProblemDetail({ budget: 250, agreement }) }),
      'GET /chat/conversations/:id/files': () => ({ files: [file], page: 1, limit: 20, totalPages: 1 }),
    });
    const side = within(await screen.findByRole('complementary', { name: 'About this conversation' }));
    expect(await side.findByText('$180')).toBeVisible();
    expect(side.queryByText(/budget/)).not.toBeInTheDocument();
    expect(side.getByText('Delivered')).toBeVisible();
    expect(await side.findByText('trace.log')).toBeVisible();
    const link = side.getByRole('link', { name: 'Message with trace.log' });
    expect(link).toHaveAttribute('href', '/conversations?conversation=c2&message=7');
  });
});
