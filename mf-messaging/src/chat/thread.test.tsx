import { jest } from '@jest/globals';
import type { Message } from '@solvent/contracts';
import { clearSession, saveUser } from '@solvent/store';
import { buildMessage, buildUser } from '@solvent/testing/factories';
import { NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { act, screen, waitFor } from '@testing-library/react';
import { ADA, answerMessages, DIEGO, messagesOf, openAs, saidIn } from './test-chat.ts';
import type { Routes } from './test-chat.ts';
import { fakeSocket } from './test-socket.ts';

const socket = fakeSocket();
jest.unstable_mockModule('@solvent/socket', () => socket.module);
const { isLookedAt } = await import('./attention.ts');
const { useOutbox } = await import('./use-outbox.ts');
const { useThread } = await import('./use-thread.ts');

let last = 0;
let page: ReturnType<typeof openAs>;

function Screen() {
  const thread = useThread('c1');
  const { entries, send, retry, remove } = useOutbox('c1');
  const files = [new File(['one'], 'server.log', { type: 'text/plain' })];
  return (
    <>
      <p>{thread.status}</p>
      <p>{thread.loadingOlder ? 'loading older' : thread.olderError ? 'older failed' : 'older idle'}</p>
      <ol aria-label="Messages">
        {thread.log?.messages.map((message) => (
          <li key={message._id}>{message.content}</li>
        ))}
      </ol>
      <p>{thread.log?.hasOlder === true ? 'there is more' : 'that is all'}</p>
      <ul aria-label="Outbox">
        {entries.map(({ clientId, content, state, failure }) => (
          <li key={clientId}>
            {[content, state, failure?.message].join(' ').trim()}
            <button type="button" onClick={() => retry(clientId)}>
              Retry
            </button>
            <button type="button" onClick={() => remove(clientId)}>
              Delete
            </button>
          </li>
        ))}
      </ul>
      <button type="button" onClick={thread.retry}>
        Try again
      </button>
      <button type="button" onClick={() => void thread.loadOlder()}>
        Older
      </button>
      <button type="button" onClick={() => send('Hello.', [])}>
        Send
      </button>
      <button type="button" onClick={() => send('', files)}>
        Send a file
      </button>
    </>
  );
}

const shown = () => [...screen.getByRole('list', { name: 'Messages' }).children].map(({ textContent }) => textContent);
const waiting = () => [...screen.getByRole('list', { name: 'Outbox' }).children].map(({ textContent }) => textContent);
const texts = (from: number, to: number) => messagesOf(from, to).map(({ content }) => content);
const asked = () => page.asked('/chat/messages/c1').map(({ params: { limit: _limit, ...params } }) => params);
const press = (name: string) => page.user.click(screen.getByRole('button', { name }));

async function open(routes: Routes = {}) {
  page = openAs(<Screen />, { 'GET /chat/messages/c1': answerMessages(() => last), ...routes });
  await waitFor(() => expect(screen.queryByText('pending')).toBeNull());
}

/** Of Ada, as the server stores what she sent. */
const stored = (body: unknown, seq: number): Message =>
  buildMessage({
    _id: `m${seq}`,
    conversationId: 'c1',
    seq,
    sender: ADA,
    clientId: saidIn(body).clientId,
    content: saidIn(body).content,
  });

beforeEach(() => {
  last = 250;
});
afterEach(() => {
  page.unmount();
  page.api.restore();
  act(clearSession);
});

describe('a thread', () => {
  it('begins with the newest 100 (product 9.2), and older ones come before them, 100 at a time', async () => {
    await open();
    expect(shown()).toEqual(texts(151, 250));
    await press('Older');
    await waitFor(() => expect(shown()).toEqual(texts(51, 250)));
    expect(screen.getByText('there is more')).toBeInTheDocument();
    await press('Older');
    await waitFor(() => expect(shown()).toEqual(texts(1, 250)));
    expect(screen.getByText('that is all')).toBeInTheDocument();
    await press('Older');
    expect(asked()).toEqual([{ page: 1 }, { before: 151 }, { before: 51 }]);
  });

  it('says when older ones did not come, and asks again', async () => {
    let broken = true;
    const answer = answerMessages(() => last);
    await open({
      'GET /chat/messages/c1': (request) =>
        broken && request.params.before !== undefined ? refuse('internal', 'No') : answer(request),
    });
    await press('Older');
    expect(await screen.findByText('older failed')).toBeInTheDocument();
    expect(shown()).toHaveLength(100);
    broken = false;
    await press('Older');
    await waitFor(() => expect(shown()).toHaveLength(200));
    expect(screen.getByText('older idle')).toBeInTheDocument();
  });

  it('that could not be loaded says so, and is tried again', async () => {
    let broken = true;
    const answer = answerMessages(() => last);
    await open({ 'GET /chat/messages/c1': (request) => (broken ? refuse('not_found', 'No') : answer(request)) });
    expect(screen.getByText('error')).toBeInTheDocument();
    broken = false;
    await press('Try again');
    expect(await screen.findByText('ready')).toBeInTheDocument();
  });

  it('takes a message once, however often it comes, and asks for what is missing before it', async () => {
    await open();
    const [next] = messagesOf(251, 251);
    if (!next) throw new Error('There is no message');
    await socket.hear('message', next);
    await socket.hear('message', next);
    expect(shown().slice(-2)).toEqual(texts(250, 251));
    last = 260;
    for (const message of messagesOf(258, 258)) await socket.hear('message', message);
    await waitFor(() => expect(shown()).toEqual(texts(151, 260)));
    expect(asked()).toEqual([{ page: 1 }, { after: 251 }]);
  });

  it('catches up at every (re)connection', async () => {
    await open();
    last = 300;
    await socket.connect();
    await waitFor(() => expect(shown()).toEqual(texts(151, 300)));
  });

  it('catches up where the connection came back while its first page was under way', async () => {
    let answerFirst: (body: object) => void = () => {};
    const answer = answerMessages(() => last);
    page = openAs(<Screen />, {
      'GET /chat/messages/c1': (request) =>
        request.params.page === 1 ? new Promise<object>((resolve) => (answerFirst = resolve)) : answer(request),
    });
    await waitFor(() => expect(asked()).toHaveLength(1));
    const old = { messages: messagesOf(151, 250), lastSeq: 250, revision: 0, page: 1, limit: 100, totalPages: 3 };
    last = 252;
    await socket.connect();
    await act(async () => answerFirst(old));
    await waitFor(() => expect(shown()).toEqual(texts(151, 252)));
  });

  it('is the conversation that a person looks at, for as long as it is there', async () => {
    const focused = jest.spyOn(document, 'hasFocus').mockReturnValue(true);
    await open();
    expect(isLookedAt('c1')).toBe(true);
    focused.mockReturnValue(false);
    expect(isLookedAt('c1')).toBe(false);
    focused.mockReturnValue(true);
    page.unmount();
    expect(isLookedAt('c1')).toBe(false);
    focused.mockRestore();
  });

  it('is another person’s after they signed in here', async () => {
    await open();
    const { queryClient } = page;
    act(() => {
      clearSession();
      queryClient.clear();
    });
    expect(await screen.findByText('pending')).toBeInTheDocument();
    expect(shown()).toEqual([]);
    for (const message of messagesOf(251, 251)) await socket.hear('message', message);
    expect(shown()).toEqual([]);
    last = 3;
    act(() => saveUser(buildUser({ _id: DIEGO._id, token: 'token-of-diego' })));
    await waitFor(() => expect(shown()).toEqual(texts(1, 3)));
    expect(
      JSON.stringify(
        queryClient
          .getQueryCache()
          .getAll()
          .map(({ queryKey }) => queryKey),
      ),
    ).not.toContain(ADA._id);
  });
});

describe('what is sent', () => {
  it('stands in the outbox at once, and in the log, once, when the server has it', async () => {
    let answer: (body: object) => void = () => {};
    let body: unknown;
    await open({
      'POST /chat/messages': (request) => {
        ({ body } = request);
        return new Promise<object>((resolve) => (answer = resolve));
      },
    });
    await press('Send');
    expect(waiting()).toEqual(['Hello. sendingRetryDelete']);
    await waitFor(() => expect(body).toBeDefined());
    const message = stored(body, 251);
    await socket.hear('message', message);
    await waitFor(() => expect(waiting()).toEqual([]));
    expect(shown().at(-1)).toBe('Hello.');
    await act(async () => answer({ message }));
    expect(shown().filter((text) => text === 'Hello.')).toHaveLength(1);
  });

  it('does not vanish while messages before it are asked for', async () => {
    let answerGap: () => void = () => {};
    const answer = answerMessages(() => last);
    await open({
      'GET /chat/messages/c1': (request) =>
        request.params.after === undefined
          ? answer(request)
          : new Promise<object>(
              (resolve) =>
                (answerGap = () =>
                  resolve({ messages: messagesOf(251, 252), lastSeq: 253, revision: 0, page: 1, limit: 100, totalPages: 3 })),
            ),
      'POST /chat/messages': ({ body }) => ({ message: stored(body, 253) }),
    });
    last = 253;
    await press('Send');
    await waitFor(() => expect(asked()).toContainEqual({ after: 250 }));
    expect(waiting()).toHaveLength(1);
    act(() => answerGap());
    await waitFor(() => expect(shown().slice(-3)).toEqual([...texts(251, 252), 'Hello.']));
    await waitFor(() => expect(waiting()).toEqual([]));
  });

  it('fails with the server’s sentence, and goes when the person retries, or is deleted', async () => {
    let refused = true;
    await open({
      'POST /chat/messages': ({ body }) =>
        refused ? refuse('conflict', 'This account is deleted.') : { message: stored(body, 251) },
    });
    await press('Send');
    expect(await screen.findByText(/Hello\. failed This account is deleted\./)).toBeVisible();
    refused = false;
    await press('Retry');
    await waitFor(() => expect(waiting()).toEqual([]));
    expect(shown().at(-1)).toBe('Hello.');
    refused = true;
    await press('Send');
    await screen.findByText(/failed/);
    await press('Delete');
    expect(waiting()).toEqual([]);
  });

  it('waits without a connection, and goes as soon as there is one', async () => {
    let offline = true;
    await open({ 'POST /chat/messages': ({ body }) => (offline ? NETWORK_FAILURE : { message: stored(body, 251) }) });
    await press('Send');
    await waitFor(() => expect(page.asked('/chat/messages').length).toBeGreaterThan(0));
    expect(waiting()).toEqual(['Hello. sendingRetryDelete']);
    offline = false;
    await socket.connect();
    await waitFor(() => expect(waiting()).toEqual([]));
    expect(shown().at(-1)).toBe('Hello.');
  });

  it('goes with its files', async () => {
    await open({ 'POST /chat/messages': ({ body }) => ({ message: stored(body, 251) }) });
    await press('Send a file');
    await waitFor(() => expect(page.asked('/chat/messages')).toHaveLength(1));
    const form = page.asked('/chat/messages')[0]?.body as FormData;
    expect(form.getAll('files').map((file) => (file as File).name)).toEqual(['server.log']);
    await waitFor(() => expect(waiting()).toEqual([]));
  });
});
