import { jest } from '@jest/globals';
import type { Conversation, ConversationsAnswer } from '@solvent/contracts';
import { clearSession } from '@solvent/store';
import { buildMessage } from '@solvent/testing/factories';
import { refuse } from '@solvent/testing/fake-api';
import { act, screen, waitFor } from '@testing-library/react';
import { ADA, listOf, openAs, withPerson } from '../chat/test-chat.ts';
import type { Routes } from '../chat/test-chat.ts';
import { fakeSocket } from '../chat/test-socket.ts';

const socket = fakeSocket();
jest.unstable_mockModule('@solvent/socket', () => socket.module);
const { useConversations } = await import('../chat/use-conversations.ts');
const { useOpenConversation } = await import('./conversations.ts');

let known: Conversation[] = [];
let page: ReturnType<typeof openAs>;

function Row({ conversation }: { conversation: Conversation }) {
  const other = conversation.participants.find(({ _id }) => _id !== ADA._id);
  const parts = [
    other?.name,
    other?.online === true ? 'online' : 'offline',
    `read ${other?.readSeq}`,
    `unread ${conversation.unreadCount}`,
    conversation.problem?.status,
    conversation.lastMessage?.text ?? '-',
  ];
  return <li>{parts.join(', ')}</li>;
}

function List({ search = '' }: { search?: string }) {
  const { query, conversations, unreadCount } = useConversations(search);
  const opening = useOpenConversation();
  return (
    <>
      <p>{unreadCount} unread</p>
      <ul>
        {conversations.map((one) => (
          <Row key={one._id} conversation={one} />
        ))}
      </ul>
      <button type="button" onClick={() => void query.fetchNextPage()}>
        More
      </button>
      <button type="button" onClick={() => opening.mutate({ userId: 'user-mira' })}>
        Open
      </button>
      <p>{opening.error?.message}</p>
    </>
  );
}

const rows = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);
const row = (text: RegExp) => screen.findByText(text);
const lists = () => page.asked('/chat/conversations').length;

async function open(routes: Routes = {}, search = '') {
  page = openAs(<List search={search} />, { 'GET /chat/conversations': () => listOf(known), ...routes });
  await waitFor(() => expect(rows()).toHaveLength(known.length));
  return page;
}

beforeEach(() => {
  known = [withPerson('c1', 'Diego', { lastSeq: 4 }), withPerson('c2', 'Mira', { lastSeq: 7, unreadCount: 2 })];
});
afterEach(() => {
  page.unmount();
  page.api.restore();
  act(clearSession);
});

const message = (overrides = {}) =>
  buildMessage({ conversationId: 'c2', seq: 8, sender: { _id: 'user-Mira', name: 'Mira', image: null }, ...overrides });

describe('the list of conversations', () => {
  it('comes 10 a page (product 9.2), each conversation once', async () => {
    const more: Routes[string] = ({ params }): ConversationsAnswer =>
      listOf(params.page === 1 ? known : [...known.slice(1), withPerson('c3', 'Tomas')], {
        page: Number(params.page),
        totalPages: 2,
      });
    const { user } = await open({ 'GET /chat/conversations': more });
    await user.click(screen.getByRole('button', { name: 'More' }));
    await row(/Tomas/);
    expect(rows()).toHaveLength(3);
    expect(page.asked('/chat/conversations').map(({ params }) => params)).toEqual([
      { page: 1, limit: 10 },
      { page: 2, limit: 10 },
    ]);
  });

  it('is searched by the server', async () => {
    await open({}, ' Mira ');
    expect(page.asked('/chat/conversations').map(({ params }) => params)).toContainEqual({ page: 1, limit: 10, search: 'Mira' });
  });

  it('has a conversation on top once a message comes, with its text, and counts it; the same one again changes nothing', async () => {
    await open();
    const fresh = message({ content: 'Is **Monday** fine?' });
    await socket.hear('message', fresh);
    await row(/Mira.*unread 3.*Is Monday fine\?/);
    expect(rows()[0]).toMatch(/Mira/);
    await socket.hear('message', fresh);
    await socket.hear('message', message({ conversationId: 'c1', seq: 5, content: 'Hello.' }));
    await row(/Diego.*unread 1.*Hello\./);
    expect(rows()[0]).toMatch(/Diego/);
    expect(rows()[1]).toMatch(/Mira.*unread 3/);
    expect(screen.getByText('2 unread')).toBeInTheDocument();
    expect(lists()).toBe(1);
  });

  it('does not count what one wrote oneself, in another tab', async () => {
    await open();
    await socket.hear('message', message({ conversationId: 'c1', seq: 5, sender: ADA, content: 'On my way.' }));
    await row(/Diego.*unread 0.*On my way\./);
    expect(screen.getByText('1 unread')).toBeInTheDocument();
  });

  it('is asked for again when a message of an unknown conversation comes', async () => {
    await open();
    known = [withPerson('c9', 'Tomas', { lastSeq: 1, unreadCount: 1 }), ...known];
    await socket.hear('message', message({ conversationId: 'c9', seq: 1 }));
    await row(/Tomas.*unread 1/);
    expect(screen.getByText('2 unread')).toBeInTheDocument();
  });

  it('is asked for again when a message shows that others were missed', async () => {
    await open();
    known = known.map((one) => (one._id === 'c2' ? { ...one, lastSeq: 10, unreadCount: 5 } : one));
    await socket.hear('message', message({ seq: 10 }));
    expect(await row(/Mira.*unread 5/)).toBeVisible();
  });

  it('keeps a message that came while an older answer was under way', async () => {
    let answer: (body: object) => void = () => {};
    await open();
    page.unmount();
    page.api.restore();
    page = openAs(<List />, { 'GET /chat/conversations': () => new Promise<object>((resolve) => (answer = resolve)) });
    await waitFor(() => expect(lists()).toBe(1));
    act(() => answer(listOf(known)));
    await row(/Mira.*unread 2/);
    await socket.connect();
    await waitFor(() => expect(lists()).toBe(2));
    const answerOlder = answer;
    await socket.hear('message', message({ content: 'Quick.' }));
    await act(async () => answerOlder(listOf(known)));
    await row(/Mira.*unread 3.*Quick\./);
    expect(rows()[0]).toMatch(/Mira/);
  });

  it('is asked for anew where something happens while it is under way: once at first, and once for all that follows', async () => {
    const answers: ((body: object) => void)[] = [];
    page = openAs(<List />, { 'GET /chat/conversations': () => new Promise<object>((resolve) => answers.push(resolve)) });
    await waitFor(() => expect(lists()).toBe(1));
    for (const online of [false, true, false]) await socket.hear('presence', { userId: 'user-Diego', online });
    await waitFor(() => expect(lists()).toBe(3));
    await act(async () => answers.slice(0, 2).forEach((answer) => answer(listOf(known))));
    expect(rows()).toEqual([]);
    await act(async () => answers[2]?.(listOf([withPerson('c9', 'Tomas')])));
    await row(/Tomas/);
    expect(rows()).toHaveLength(1);
    expect(lists()).toBe(3);
  });

  it('is asked for again at every (re)connection, and when the tab is looked at again', async () => {
    await open();
    known = [withPerson('c1', 'Diego', { unreadCount: 6 })];
    await socket.connect();
    expect(await row(/unread 6/)).toBeVisible();
    known = [withPerson('c1', 'Diego', { unreadCount: 7 })];
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(await row(/unread 7/)).toBeVisible();
  });

  it('shows who is there, up to where they have read, and the problem’s state', async () => {
    await open();
    await socket.hear('presence', { userId: 'user-Diego', online: false });
    await row(/Diego, offline/);
    await socket.hear('read', { conversationId: 'c1', userId: 'user-Diego', seq: 4 });
    await socket.hear('read', { conversationId: 'c1', userId: 'user-Diego', seq: 2 });
    expect(await row(/Diego, offline, read 4, unread 0/)).toBeVisible();
    // Of a problem as it is announced only these count here.
    await socket.hear('problem', { _id: 'problem-1', title: 'Websocket', status: 'solved' } as never);
    expect(await row(/Diego.*solved/)).toBeVisible();
  });

  it('has nothing unread of what was read in another tab', async () => {
    await open();
    await socket.hear('read', { conversationId: 'c2', userId: ADA._id, seq: 7 });
    await row(/Mira.*unread 0/);
    expect(screen.getByText('0 unread')).toBeInTheDocument();
    expect(lists()).toBe(1);
  });

  it('asks what is left where only a part was read elsewhere', async () => {
    await open();
    known = known.map((one) => ({ ...one, unreadCount: 1 }));
    await socket.hear('read', { conversationId: 'c2', userId: ADA._id, seq: 6 });
    await row(/Mira.*unread 1/);
    await waitFor(() => expect(lists()).toBe(2));
  });

  it('leaves with the person', async () => {
    const { queryClient } = await open();
    act(clearSession);
    await waitFor(() => expect(rows()).toEqual([]));
    queryClient.clear();
    await socket.hear('message', message());
    expect(
      queryClient
        .getQueryCache()
        .getAll()
        .filter(({ state }) => state.data !== undefined),
    ).toEqual([]);
  });
});

describe('opening a conversation', () => {
  it('has it in the list', async () => {
    const fresh = withPerson('c3', 'Tomas');
    const { user } = await open({
      'POST /chat/conversations': () => {
        known = [fresh, ...known];
        return { conversation: fresh };
      },
    });
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await row(/Tomas/);
    expect(page.api.requests.find(({ method }) => method === 'POST')?.body).toEqual({ userId: 'user-mira' });
  });

  it('says why the server refuses', async () => {
    const { user } = await open({ 'POST /chat/conversations': () => refuse('forbidden', 'Messages go to solvers alone.') });
    await user.click(screen.getByRole('button', { name: 'Open' }));
    expect(await screen.findByText('Messages go to solvers alone.')).toBeVisible();
  });
});
