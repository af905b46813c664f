import { buildMessage, buildParticipant } from '@solvent/testing/factories';
import { NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { clearSession } from '@solvent/store';
import { act, screen, waitFor, within } from '@testing-library/react';
import { ADA, DIEGO, articles, field, openThread, page, readBy, sendButton, serverSays, stored } from './test-thread.ts';

let thread: ReturnType<typeof openThread>;
function open(...args: Parameters<typeof openThread>) {
  thread = openThread(...args);
  return thread;
}

afterEach(() => {
  thread.api.restore();
  act(clearSession);
  localStorage.clear();
});

const at = (minute: number) => new Date(2026, 10, 18, 9, minute).toISOString();
const message = (seq: number, overrides: Parameters<typeof buildMessage>[0] = {}) =>
  buildMessage({ conversationId: 'c1', seq, clientId: `id-${seq}`, createdAt: at(seq), content: `Message ${seq}`, ...overrides });

describe('a conversation', () => {
  it('shows messages in order, each with its sender and time, under their day', async () => {
    open({ messages: [message(1), message(2, { sender: ADA }), message(3)] });
    const log = await screen.findByRole('log', { name: 'Messages with Diego Fuentes' });
    const names = within(log)
      .getAllByRole('article')
      .map((article) => article.getAttribute('aria-label'));
    expect(names).toEqual([
      expect.stringMatching(/^Diego Fuentes, .*November 18.*9:01/),
      expect.stringMatching(/^You, .*9:02/),
      expect.stringMatching(/^Diego Fuentes, .*9:03/),
    ]);
    expect(screen.getByRole('separator', { name: /November 18/ })).toBeVisible();
    expect(screen.getByText('This is where your conversation with Diego Fuentes begins.')).toBeVisible();
  });

  it('says that there are none yet', async () => {
    open();
    expect(await screen.findByText('No messages yet')).toBeVisible();
    expect(await field()).toBeVisible();
  });

  it('says when they did not come, keeps what is written, and tries again', async () => {
    let broken = true;
    const { user } = open({
      routes: { 'GET /chat/messages/:id': () => (broken ? refuse('internal', 'Something broke') : page(message(1))) },
    });
    expect(await screen.findByText('The messages could not be loaded')).toBeVisible();
    await user.type(await field(), 'Still here');
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Message 1')).toBeVisible();
    expect(await field()).toHaveValue('Still here');
  });

  it('says of own messages whether they are sent or read', async () => {
    open({ messages: [message(1, { sender: ADA }), message(2, { sender: ADA })], conversation: readBy(1) });
    await screen.findByText('Message 2');
    const [first, second] = articles();
    expect(within(first as HTMLElement).getByText('Read')).toBeInTheDocument();
    expect(within(second as HTMLElement).getByText('Sent')).toBeInTheDocument();
  });

  it('offers no way to the latest message while all of a short conversation is in view, unread ones too', async () => {
    const participants = [buildParticipant({ ...ADA, readSeq: 1 }), buildParticipant(DIEGO)];
    open({ messages: [message(1), message(2), message(3)], conversation: { participants } });
    await screen.findByRole('separator', { name: 'New messages' });
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Jump to the latest/ })).toBeNull());
  });

  it('offers the way to the latest message where unread ones reach below the view', async () => {
    const participants = [buildParticipant({ ...ADA, readSeq: 1 }), buildParticipant(DIEGO)];
    open({ messages: Array.from({ length: 40 }, (_, index) => message(index + 1)), conversation: { participants } });
    expect(await screen.findByRole('button', { name: /^Jump to the latest/ })).toBeVisible();
  });

  it('has a "New messages" line where reading left off', async () => {
    const participants = [buildParticipant({ ...ADA, readSeq: 1 }), buildParticipant(DIEGO)];
    open({ messages: [message(1), message(2)], conversation: { participants } });
    const line = await screen.findByRole('separator', { name: 'New messages' });
    expect(line.compareDocumentPosition(screen.getByText('Message 1'))).toBe(Node.DOCUMENT_POSITION_PRECEDING);
    expect(line.compareDocumentPosition(screen.getByText('Message 2'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('shows what comes, tells of it politely, and not of what was there before', async () => {
    open({ messages: [message(1)] });
    await screen.findByText('Message 1');
    await serverSays('message', message(2, { content: 'Can you start on Monday?' }));
    expect(await screen.findByText('Can you start on Monday?')).toBeVisible();
    expect(await screen.findByText('Diego Fuentes: Can you start on Monday?')).toHaveAttribute('role', 'status');
    expect(screen.getByRole('log')).toHaveAttribute('aria-live', 'off');
  });

  it('says that the other one is writing', async () => {
    open({ messages: [message(1)] });
    await screen.findByText('Message 1');
    await serverSays('typing', { conversationId: 'c1', userId: DIEGO._id });
    expect(screen.getByText('Diego Fuentes is typing…')).toBeVisible();
  });

  it('cannot be written to once the other account is deleted', async () => {
    const participants = [buildParticipant(ADA), buildParticipant({ ...DIEGO, name: 'Deleted user', deleted: true })];
    open({ messages: [message(1)], conversation: { participants } });
    expect(await screen.findByText(/This account was deleted/)).toBeVisible();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    expect(await screen.findByText('Message 1')).toBeVisible();
  });

  it.each([
    ['**bold**', 'bold', 'strong'],
    ['`code`', 'code', 'code'],
    ['see https://a.example', 'https://a.example', 'a'],
  ])('formats %s', async (content, text, selector) => {
    open({ messages: [message(1, { content })] });
    expect(await screen.findByText(text, { selector })).toBeVisible();
  });

  it('shows HTML as text', async () => {
    open({ messages: [message(1, { content: '<img src=x onerror=alert(1)>' })] });
    expect(await screen.findByText('<img src=x onerror=alert(1)>')).toBeVisible();
  });
});

describe('sending', () => {
  it('shows the message at once, and keeps its place once it is stored', async () => {
    let answer = () => {};
    const gate = new Promise<void>((resolve) => (answer = resolve));
    const { user } = open({
      messages: [message(1)],
      routes: { 'POST /chat/messages': ({ body }) => gate.then(() => ({ message: stored(body, 2) })) },
    });
    await screen.findByText('Message 1');
    await user.type(await field(), 'I can start today{Enter}');
    const bubble = screen.getByText('I can start today');
    expect(screen.getByText('Sending')).toBeInTheDocument();
    expect(await field()).toHaveValue('');
    await act(async () => answer());
    expect(await screen.findByText('Sent')).toBeInTheDocument();
    expect(screen.getByText('I can start today')).toBe(bubble);
  });

  it('says that it waits for the connection once a try has failed, and can be called off', async () => {
    const { user } = open({ messages: [message(1)], routes: { 'POST /chat/messages': () => NETWORK_FAILURE } });
    await screen.findByText('Message 1');
    await user.type(await field(), 'Are you there?{Enter}');
    expect(await screen.findByText('Waiting for the connection…')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(articles()).toHaveLength(1));
    expect(await field()).toHaveValue('Are you there?');
  });

  it('shows why the server will not have it, and holds back what was written after it', async () => {
    let broken = true;
    const { user, posted } = open({
      messages: [message(1)],
      routes: {
        'POST /chat/messages': ({ body }) =>
          broken ? refuse('forbidden', 'You cannot write here any more') : { message: stored(body, posted().length) },
      },
    });
    await screen.findByText('Message 1');
    await user.type(await field(), 'First{Enter}');
    expect(await screen.findByText('Not sent. You cannot write here any more', { selector: 'p' })).toBeVisible();
    await user.type(await field(), 'Second{Enter}');
    expect(screen.getByText('Waiting until the message above is sent or deleted.')).toBeVisible();
    expect(posted()).toHaveLength(1);
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.getAllByText('Sent')).toHaveLength(2));
  });

  it('copies and deletes one that failed', async () => {
    const { user } = open({
      messages: [message(1)],
      routes: { 'POST /chat/messages': () => refuse('invalid', 'No') },
    });
    await screen.findByText('Message 1');
    await user.type(await field(), 'Keep this{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('Message copied')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe('Keep this');
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('Keep this')).not.toBeInTheDocument());
  });

  it('leaves an empty message where it is', async () => {
    const { user, posted } = open();
    await user.type(await field(), '   {Enter}');
    expect(sendButton()).toBeDisabled();
    expect(posted()).toHaveLength(0);
  });
});
