import { jest } from '@jest/globals';
import type { MessageFile } from '@solvent/contracts';
import { buildParticipant } from '@solvent/testing/factories';
import { brokenServer, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { ADA, DIEGO } from '../sync/test-chat.ts';
import {
  articles,
  field,
  getUser,
  message,
  openThread as open,
  page,
  readBy,
  sendButton,
  socket,
  stored,
} from './test-thread.ts';

const messages = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => message(from + index));
/** The composer has another, empty alert. */
const alertWith = async (text: string) => (await screen.findByText(text)).closest('[role=alert]') as HTMLElement;
const readUpTo = (readSeq: number) => ({ participants: [buildParticipant({ ...ADA, readSeq }), buildParticipant(DIEGO)] });

describe('a conversation (product 2.24)', () => {
  it('shows formatted messages by day, with sender, time and read status (product 4.14)', async () => {
    const [second, third] = [message(2, { sender: ADA, content: '**bold**' }), message(3, { sender: ADA })];
    open({ messages: [message(1), second, third, message(4)], conversation: readBy(2) });
    const log = await screen.findByRole('log', { name: 'Messages with Diego Fuentes' });
    const names = within(log)
      .getAllByRole('article')
      .map((article) => article.getAttribute('aria-label'));
    expect(names).toEqual([
      expect.stringMatching(/^Diego Fuentes, .*November 18.*9:01/),
      expect.stringMatching(/^You, .*9:02/),
      expect.stringMatching(/^You, .*9:03/),
      expect.stringMatching(/^Diego Fuentes, .*9:04/),
    ]);
    expect(screen.getByRole('separator', { name: /November 18/ })).toBeVisible();
    expect(screen.getByText('This is where your conversation with Diego Fuentes begins.')).toBeVisible();
    expect(await screen.findByText('bold', { selector: 'strong' })).toBeVisible();
    expect(within(articles()[1] as HTMLElement).getByText('Read')).toBeInTheDocument();
    expect(within(articles()[2] as HTMLElement).getByText('Sent')).toBeInTheDocument();
  });

  it('links an address that begins with an upper-case WWW. (product 5.15)', async () => {
    open({ messages: [message(1, { content: 'See WWW.example.com' })] });
    expect(await screen.findByRole('link', { name: 'WWW.example.com' })).toBeVisible();
  });

  it('shows who is typing, and announces a new message politely', async () => {
    open({ messages: [message(1)] });
    await screen.findByText('Message 1');
    await socket.receive('typing', { conversationId: 'c1', userId: DIEGO._id });
    expect(screen.getByText('Diego Fuentes is typing…')).toBeVisible();
    await socket.receive('message', message(2, { content: 'Can you start on Monday?' }));
    expect(await screen.findByText('Can you start on Monday?')).toBeVisible();
    expect(await screen.findByText('Diego Fuentes: Can you start on Monday?')).toHaveAttribute('role', 'status');
    expect(screen.getByRole('log')).toHaveAttribute('aria-live', 'off');
  });

  it('has a line before unread messages, and a button to the latest message if it is below the view', async () => {
    open({ messages: messages(1, 3), conversation: readUpTo(1) });
    const line = await screen.findByRole('separator', { name: 'New messages' });
    expect(line.compareDocumentPosition(screen.getByText('Message 1'))).toBe(Node.DOCUMENT_POSITION_PRECEDING);
    expect(line.compareDocumentPosition(screen.getByText('Message 2'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Jump to the latest/ })).toBeNull());
    open({ messages: messages(1, 40), conversation: readUpTo(1) });
    expect(await screen.findByRole('button', { name: /^Jump to the latest/ })).toBeVisible();
  });

  it('is empty at first, and sends no empty message', async () => {
    const { user, posted } = open();
    expect(await screen.findByText('No messages yet')).toBeVisible();
    await user.type(await field(), '   ');
    await user.keyboard('{Enter}');
    expect(sendButton()).toBeDisabled();
    expect(posted()).toHaveLength(0);
  });

  it('offers a retry with a reference after a failure, and keeps the draft (product 8.23, 8.24)', async () => {
    let isBroken = true;
    const { user } = open({
      routes: { 'GET /chat/messages/:id': () => (isBroken ? brokenServer('7F3KQ2') : page(message(1))) },
    });
    const alert = await alertWith('The messages could not be loaded');
    expect(alert).toHaveTextContent('Please try again in a moment. Your draft is kept.');
    expect(alert).toHaveTextContent('Reference 7F3KQ2');
    expect(alert).not.toHaveTextContent('connection');
    await user.type(await field(), 'Still here');
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Message 1')).toBeVisible();
    expect(await field()).toHaveValue('Still here');
  });

  it('loads older messages near its top, and offers a retry with a reference when that fails (product 8.24)', async () => {
    let isBroken = true;
    const { user } = open({
      routes: {
        'GET /chat/messages/:id': ({ params }) => {
          if (params.before === undefined) return page(...messages(3, 4));
          return isBroken ? brokenServer('7F3KQ2') : page(...messages(1, 2));
        },
      },
    });
    const alert = await alertWith('Older messages could not be loaded.');
    expect(alert).toHaveTextContent('Reference 7F3KQ2');
    expect(articles()).toHaveLength(2);
    isBroken = false;
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(articles()).toHaveLength(4));
    expect(await screen.findByText('This is where your conversation with Diego Fuentes begins.')).toBeVisible();
  });

  it('has no composer after the other account was deleted', async () => {
    const participants = [buildParticipant(ADA), buildParticipant({ ...DIEGO, name: 'Deleted user', deleted: true })];
    open({ messages: [message(1)], conversation: { participants } });
    expect(await screen.findByText(/This account was deleted/)).toBeVisible();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    expect(await screen.findByText('Message 1')).toBeVisible();
  });
});

describe('an own message (product 4.14)', () => {
  async function send(text: string): Promise<void> {
    await getUser().type(await field(), text);
    await getUser().keyboard('{Enter}');
  }

  it('is shown at once and keeps its position when stored; while offline it can be canceled', async () => {
    let answer: (() => void) | undefined;
    let isDown = false;
    const { user } = open({
      messages: [message(1)],
      routes: {
        'POST /chat/messages': ({ body }) =>
          isDown ? NETWORK_FAILURE : new Promise<object>((resolve) => (answer = () => resolve({ message: stored(body, 2) }))),
      },
    });
    await screen.findByText('Message 1');
    await send('I can start today');
    const bubble = screen.getByText('I can start today');
    expect(screen.getByText('Sending')).toBeInTheDocument();
    expect(await field()).toHaveValue('');
    await waitFor(() => expect(answer).toBeDefined());
    await act(async () => answer?.());
    expect(await screen.findByText('Sent')).toBeInTheDocument();
    expect(screen.getByText('I can start today')).toBe(bubble);
    isDown = true;
    await send('Are you there?');
    expect(await screen.findByText('Waiting for a connection…')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(articles()).toHaveLength(2));
    expect(await field()).toHaveValue('Are you there?');
  });

  it('shows why the server rejected it, can be retried, copied and deleted, and blocks later messages', async () => {
    let isRefused = true;
    const { user, posted } = open({
      messages: [message(1)],
      routes: {
        'POST /chat/messages': ({ body }) =>
          isRefused ? refuse('forbidden', 'You cannot write here any more') : { message: stored(body, posted().length) },
      },
    });
    await screen.findByText('Message 1');
    await send('First');
    expect(await screen.findByText('Not sent. You cannot write here any more', { selector: 'p' })).toBeVisible();
    await send('Second');
    expect(screen.getByText('Waiting for the message above. Retry or delete it first.')).toBeVisible();
    expect(posted()).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('Message copied')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe('First');
    isRefused = false;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.getAllByText('Sent')).toHaveLength(2));
    isRefused = true;
    await send('Third');
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('Third')).not.toBeInTheDocument());
  });
});

describe('the files of a message (product 2.25)', () => {
  let fileIds = 0;
  const buildFile = (overrides: Partial<MessageFile> = {}): MessageFile => ({
    _id: `f${(fileIds += 1)}`,
    url: `/api/files/f${fileIds}?signature=old`,
    name: 'log.txt',
    size: 2048,
    mimeType: 'text/plain',
    width: null,
    height: null,
    ...overrides,
  });
  const picture = (name: string) => buildFile({ name, mimeType: 'image/png', width: 1400, height: 700 });
  beforeEach(() => {
    fileIds = 0;
  });

  it('get a new link after the first has expired: pictures once, other files on download', async () => {
    const saved: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      saved.push(`${this.getAttribute('href')} ${this.download}`);
    });
    let isGone = false;
    const { user, api } = open({
      messages: [message(1, { content: '', files: [picture('screen.png'), buildFile()] })],
      routes: {
        'GET /files/:id/link': ({ path }) =>
          isGone ? refuse('not_found', 'There is no such file') : { url: `/api${path.replace('/link', '')}?signature=new` },
      },
    });
    const links = () => api.requests.filter(({ path }) => path.endsWith('/link')).map(({ path }) => path);
    const button = await screen.findByRole('button', { name: 'Open picture screen.png' });
    expect(button).toHaveStyle({ width: '280px', aspectRatio: '280 / 140' });
    const image = () => button.querySelector('img') as HTMLImageElement;
    fireEvent.error(image());
    await waitFor(() => expect(image()).toHaveAttribute('src', '/api/files/f1?signature=new'));
    fireEvent.error(image());
    expect(await within(button).findByText('screen.png')).toBeVisible();
    expect(links()).toEqual(['/files/f1/link']);
    const link = screen.getByRole('link', { name: /log\.txt/ });
    expect(within(link).getByText('2 KB')).toBeVisible();
    await user.click(link);
    await waitFor(() => expect(saved).toEqual(['/api/files/f2?signature=new log.txt']));
    isGone = true;
    await user.click(link);
    expect(await screen.findByText('There is no such file')).toBeVisible();
  });

  it('open in a viewer if they are pictures; arrow keys switch between them', async () => {
    const { user } = open({ messages: [message(1, { content: '', files: [picture('one.png'), picture('two.png')] })] });
    await user.click(await screen.findByRole('button', { name: 'Open picture one.png' }));
    const dialog = await screen.findByRole('dialog', { name: 'one.png' });
    expect(within(dialog).getByText('1 of 2')).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Previous picture' })).toBeDisabled();
    await user.click(within(dialog).getByRole('button', { name: 'Next picture' }));
    expect(await screen.findByRole('dialog', { name: 'two.png' })).toBe(dialog);
    expect(screen.getByRole('img', { name: 'two.png' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Zoom in' }));
    expect(screen.getByRole('img', { name: 'two.png' })).toHaveStyle({ width: '1400px' });
    await user.keyboard('{ArrowLeft}');
    await user.click(screen.getByRole('button', { name: 'Zoom out' }));
    await user.keyboard('{ArrowRight}{ArrowLeft}');
    expect(await screen.findByRole('dialog', { name: 'one.png' })).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });
});
