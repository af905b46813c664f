import { NETWORK_FAILURE, buildMessage, buildParticipant, refuse } from '@solvent/testing';
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

describe('what can be done with a message', () => {
  const turnTo = async (user: ReturnType<typeof open>['user'], text: string) => {
    const article = (await screen.findByText(text)).closest('article, [role=article]') as HTMLElement;
    await user.hover(article);
    return within(await within(article).findByRole('toolbar', { name: 'Message actions' }));
  };

  it('is offered by pointing at it, and by the arrow keys', async () => {
    const { user } = open({ messages: [message(1), message(2, { sender: ADA })] });
    const other = await turnTo(user, 'Message 1');
    expect(other.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      'React',
      'Reply',
      'Copy',
      'Copy link',
    ]);
    await user.unhover((await screen.findByText('Message 1')).closest('[role=article]') as HTMLElement);
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
    act(() => screen.getByRole('log').focus());
    await user.keyboard('{ArrowUp}');
    expect(articles()[1]).toHaveFocus();
    expect(screen.getByRole('toolbar')).toBeVisible();
    await user.keyboard('{ArrowUp}');
    expect(articles()[0]).toHaveFocus();
    await user.keyboard('{Tab}');
    expect(screen.getByRole('button', { name: 'React' })).toHaveFocus();
  });

  it('is a reply with a quote, which waits with the draft and can be left', async () => {
    const quote = { _id: 'm1', seq: 1, sender: DIEGO, preview: 'Message 1' };
    const { user, posted } = open({
      messages: [message(1, { _id: 'm1' })],
      routes: { 'POST /chat/messages': ({ body }) => ({ message: { ...stored(body, 2), replyTo: quote } }) },
    });
    await user.click((await turnTo(user, 'Message 1')).getByRole('button', { name: 'Reply' }));
    expect(screen.getByText('Replying to Diego Fuentes')).toBeVisible();
    expect(await field()).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(screen.queryByText('Replying to Diego Fuentes')).toBeNull();
    await user.click((await turnTo(user, 'Message 1')).getByRole('button', { name: 'Reply' }));
    await user.type(await field(), 'Yes{Enter}');
    expect(await screen.findByRole('button', { name: 'Reply to Diego Fuentes: Message 1' })).toBeVisible();
    expect(screen.queryByText('Replying to Diego Fuentes')).toBeNull();
    expect(posted()[0]?.body).toMatchObject({ content: 'Yes', replyTo: 'm1' });
  });

  it('shows in a quote the words that the message has now', async () => {
    const first = message(1, { _id: 'm1', content: 'On Tuesday', editedAt: at(2), revision: 1 });
    const replyTo = { _id: 'm1', seq: 1, sender: DIEGO, preview: 'On Monday' };
    open({ messages: [first, message(2, { replyTo })] });
    expect(await screen.findByRole('button', { name: 'Reply to Diego Fuentes: On Tuesday' })).toBeVisible();
    expect(screen.getByText('edited')).toBeVisible();
  });

  it('is a reaction, at once, and back where the server will not have it', async () => {
    let broken = false;
    const { user, api } = open({
      messages: [message(1, { _id: 'm1', reactions: [{ emoji: '🎉', userIds: [DIEGO._id] }], revision: 1 })],
      routes: {
        'PUT /chat/messages/:id/reactions/:emoji': () =>
          broken
            ? refuse('internal', 'No')
            : { message: message(1, { _id: 'm1', reactions: [{ emoji: '🎉', userIds: [DIEGO._id, ADA._id] }], revision: 2 }) },
      },
    });
    await user.click(await screen.findByRole('button', { name: '🎉, by Diego Fuentes' }));
    expect(screen.getByRole('button', { name: '🎉, by Diego Fuentes and you' })).toHaveAttribute('aria-pressed', 'true');
    await waitFor(() => expect(api.requests.at(-1)?.method).toBe('PUT'));
    broken = true;
    const bar = await turnTo(user, 'Message 1');
    await user.click(bar.getByRole('button', { name: 'React' }));
    expect(screen.getByRole('button', { name: 'React with 👍' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'React with 👀' }));
    expect(await screen.findByText('No')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: /^👀/ })).toBeNull());
    expect(screen.getByRole('button', { name: '🎉, by Diego Fuentes and you' })).toBeVisible();
  });

  it('is other words for an own one, for 15 minutes, and what was typed survives a failure', async () => {
    let broken = true;
    const fresh = message(2, { _id: 'm2', sender: ADA, createdAt: new Date().toISOString(), content: 'Teh start' });
    const { user } = open({
      messages: [message(1, { sender: ADA }), fresh],
      routes: {
        'PUT /chat/messages/:id': ({ body }) =>
          broken
            ? refuse('internal', 'Something broke')
            : { message: { ...fresh, ...(body as object), editedAt: new Date().toISOString(), revision: 1 } },
      },
    });
    expect((await turnTo(user, 'Message 1')).queryByRole('button', { name: 'Edit' })).toBeNull();
    await user.type(await field(), 'A draft');
    await user.click((await turnTo(user, 'Teh start')).getByRole('button', { name: 'Edit' }));
    await screen.findByText('Editing your message');
    expect(await field()).toHaveValue('Teh start');
    await user.clear(await field());
    await user.type(await field(), 'The start{Enter}');
    expect(await screen.findByText('Something broke')).toBeVisible();
    expect(await field()).toHaveValue('The start');
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('edited')).toBeVisible();
    expect(screen.getByText('The start')).toBeVisible();
    expect(await field()).toHaveValue('A draft');
  });

  it('is changed on the screen as the server says, the later state last', async () => {
    open({ messages: [message(1, { _id: 'm1' })] });
    await screen.findByText('Message 1');
    await serverSays('message_changed', message(1, { _id: 'm1', content: 'Other words', editedAt: at(2), revision: 1 }));
    expect(await screen.findByText('Other words')).toBeVisible();
    await serverSays('message_changed', message(1, { _id: 'm1' }));
    expect(screen.getByText('Other words')).toBeVisible();
  });

  it('copies its words, and a link to it', async () => {
    const { user } = open({ messages: [message(1, { content: '**On** Monday' })] });
    const bar = await turnTo(user, 'On');
    await user.click(bar.getByRole('button', { name: 'Copy' }));
    await screen.findByText('Message copied');
    expect(await navigator.clipboard.readText()).toBe('**On** Monday');
    await user.click(bar.getByRole('button', { name: 'Copy link' }));
    await screen.findByText('Link copied');
    expect(await navigator.clipboard.readText()).toMatch(/\/conversations\?conversation=c1&message=1$/);
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
