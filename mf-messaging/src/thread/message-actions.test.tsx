import { NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { act, screen, waitFor, within } from '@testing-library/react';
import { ADA, DIEGO } from '../sync/test-chat.ts';
import { buildQuote } from './actions/thread-actions.ts';
import {
  articles,
  at,
  field,
  findArticle,
  hoverMessage,
  message,
  openThread as open,
  sent,
  socket,
  stored,
} from './test-thread.ts';

describe('the actions of a message (product 2.43)', () => {
  it('are offered on hover and by keyboard; two of them copy the text and a link', async () => {
    const { user } = open({ messages: [message(1, { content: '**On** Monday' }), message(2, { sender: ADA })] });
    const bar = await hoverMessage('On');
    expect(bar.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      'React',
      'Reply',
      'Copy',
      'Copy link',
      'Report',
    ]);
    await user.click(bar.getByRole('button', { name: 'Copy' }));
    await screen.findByText('Message copied');
    expect(await navigator.clipboard.readText()).toBe('**On** Monday');
    await user.click(bar.getByRole('button', { name: 'Copy link' }));
    await screen.findByText('Link copied');
    expect(await navigator.clipboard.readText()).toMatch(/\/conversations\?conversation=c1&message=1$/);
    act(() => screen.getByRole('log').focus());
    await user.unhover(await findArticle('On'));
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
    await user.keyboard('{ArrowUp}');
    expect(articles()[1]).toHaveFocus();
    expect(screen.getByRole('toolbar')).toBeVisible();
    await user.keyboard('{ArrowUp}');
    expect(articles()[0]).toHaveFocus();
    await user.keyboard('{Tab}');
    expect(screen.getByRole('button', { name: 'React' })).toHaveFocus();
  });

  it('reply with a quote, which Escape removes and edits of the quoted message update (product 4.25)', async () => {
    const quote = { _id: 'm1', seq: 1, sender: DIEGO, preview: 'Message 1' };
    const { user } = open({
      messages: [message(1)],
      routes: {
        'POST /chat/messages': ({ body }) => {
          sent.push(body);
          return { message: { ...stored(body, 2), replyTo: quote } };
        },
      },
    });
    const reply = async () => user.click((await hoverMessage('Message 1')).getByRole('button', { name: 'Reply' }));
    await reply();
    expect(await field()).toHaveFocus();
    await user.keyboard('{Escape}');
    expect(screen.queryByText('Replying to Diego Fuentes')).toBeNull();
    await reply();
    await user.type(await field(), 'Yes{Enter}');
    expect(await screen.findByRole('button', { name: 'Reply to Diego Fuentes: Message 1' })).toBeVisible();
    expect(screen.queryByText('Replying to Diego Fuentes')).toBeNull();
    expect(sent[0]).toMatchObject({ content: 'Yes', replyTo: 'm1' });
    await socket.receive('message_changed', message(1, { content: 'Other words', editedAt: at(2), revision: 1 }));
    await socket.receive('message_changed', message(1));
    expect(await screen.findByRole('button', { name: 'Reply to Diego Fuentes: Other words' })).toBeVisible();
    expect(screen.getByText('edited')).toBeVisible();
  });

  it('react at once, and undo the reaction when the server cannot be reached (product 8.16)', async () => {
    let isBroken = false;
    const reactions = (...userIds: string[]) => [{ emoji: '🎉' as const, userIds }];
    const { user, api } = open({
      messages: [message(1, { reactions: reactions(DIEGO._id), revision: 1 })],
      routes: {
        'PUT /chat/messages/:id/reactions/:emoji': () =>
          isBroken ? NETWORK_FAILURE : { message: message(1, { reactions: reactions(DIEGO._id, ADA._id), revision: 2 }) },
      },
    });
    await user.click(await screen.findByRole('button', { name: '🎉, by Diego Fuentes' }));
    expect(screen.getByRole('button', { name: '🎉, by Diego Fuentes and you' })).toHaveAttribute('aria-pressed', 'true');
    await waitFor(() => expect(api.requests.at(-1)?.method).toBe('PUT'));
    isBroken = true;
    await user.click((await hoverMessage('Message 1')).getByRole('button', { name: 'React' }));
    expect(screen.getByRole('button', { name: 'React with 👍' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'React with 👀' }));
    expect(await screen.findByText('The reaction could not be saved. Please try again.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: /^👀/ })).toBeNull());
    expect(screen.getByRole('button', { name: '🎉, by Diego Fuentes and you' })).toBeVisible();
  });

  it('edit an own message for a day; a failure keeps the edit, and the draft stays (product 4.25, 8.16)', async () => {
    let isBroken = true;
    const fresh = message(2, { sender: ADA, createdAt: new Date().toISOString(), content: 'Teh start' });
    const { user } = open({
      messages: [message(1, { sender: ADA }), fresh],
      routes: {
        'PUT /chat/messages/:id': ({ body }) =>
          isBroken
            ? refuse('internal', '')
            : { message: { ...fresh, ...(body as object), editedAt: new Date().toISOString(), revision: 1 } },
      },
    });
    const late = (await hoverMessage('Message 1')).getByRole('button', { name: 'Edit' });
    expect(late).toHaveAttribute('aria-disabled', 'true');
    await user.click(late);
    expect(await screen.findByText('A message can be edited for a day.')).toBeVisible();
    expect(screen.queryByText('Editing your message')).toBeNull();
    await user.type(await field(), 'A draft');
    await user.click((await hoverMessage('Teh start')).getByRole('button', { name: /^Edit · until tomorrow, \d+:\d+/ }));
    await screen.findByText('Editing your message');
    expect(screen.getByText(/You can edit this message until tomorrow, \d+:\d+/)).toBeInTheDocument();
    expect(await field()).toHaveValue('Teh start');
    await user.clear(await field());
    await user.type(await field(), 'The start{Enter}');
    expect(await screen.findByText('The message could not be changed. Please try again.')).toBeVisible();
    expect(await field()).toHaveValue('The start');
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('edited')).toBeVisible();
    expect(screen.getByText('The start')).toBeVisible();
    expect(await field()).toHaveValue('A draft');
    expect(await field()).toHaveFocus();
  });

  it('edit the last own message on ArrowUp in an empty field, while that is possible (product 2.43)', async () => {
    const deleted = message(3, { sender: ADA, content: '', createdAt: new Date().toISOString(), deletedAt: at(4) });
    const late = open({ messages: [message(1, { sender: ADA }), deleted] });
    await late.user.type(await field(), '{ArrowUp}');
    expect(screen.queryByText('Editing your message')).toBeNull();
    const { user } = open({ messages: [message(2, { sender: ADA, createdAt: new Date().toISOString() }), deleted, message(4)] });
    await user.type(await field(), 'A draft');
    await user.typeKeys(await field(), '{ArrowUp}');
    expect(screen.queryByText('Editing your message')).toBeNull();
    await user.clear(await field());
    await user.typeKeys(await field(), '{ArrowUp}');
    await screen.findByText('Editing your message');
    expect(await field()).toHaveValue('Message 2');
  });

  it('cannot edit or delete during a dispute (product 4.34)', async () => {
    const event = { kind: 'dispute_opened', personId: ADA._id, at: at(1), amount: null, dueAt: null };
    const { user } = open({
      messages: [message(2, { sender: ADA, createdAt: new Date().toISOString() })],
      routes: { 'GET /chat/conversations/:id/events': () => ({ bid: null, events: [event] }) },
    });
    const bar = await hoverMessage('Message 2');
    for (const name of ['Edit', 'Delete']) expect(bar.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
    await user.click(bar.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Messages can’t be edited or deleted while a dispute is open.')).toBeVisible();
    await user.typeKeys(await field(), '{ArrowUp}');
    expect(screen.queryByText('Editing your message')).toBeNull();
  });

  it('show a quoted message in the composer as it is now', async () => {
    const { user } = open({ messages: [message(1)] });
    await user.click((await hoverMessage('Message 1')).getByRole('button', { name: 'Reply' }));
    await socket.receive('message_changed', message(1, { content: '', editedAt: at(2), deletedAt: at(2), revision: 1 }));
    await waitFor(() => expect(screen.getAllByText('Message deleted')).toHaveLength(2));
    expect(screen.getByText('Replying to Diego Fuentes').parentElement).toHaveTextContent(/Message deleted$/);
  });

  it('report a message of the other, also a deleted one while its words are kept (product 4.34)', async () => {
    const gone = (seq: number, sender: typeof ADA, deletedAt: string) => message(seq, { sender, content: '', deletedAt });
    const now = new Date().toISOString();
    const { user, api } = open({
      messages: [gone(1, DIEGO, '2026-01-01T00:00:00.000Z'), gone(2, ADA, now), gone(3, DIEGO, now)],
      routes: { 'POST /chat/messages/:id/reports': () => ({}) },
    });
    await screen.findAllByText('Message deleted');
    for (const article of articles()) await user.hover(article);
    const bar = within(await screen.findByRole('toolbar'));
    expect(bar.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Report']);
    await user.click(bar.getByRole('button', { name: 'Report' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(articles()[2]).toHaveFocus());
    await user.click(bar.getByRole('button', { name: 'Report' }));
    await user.selectOptions(await screen.findByRole('combobox', { name: /Reason/ }), 'abuse');
    await user.click(screen.getByRole('button', { name: 'Send report' }));
    expect(await screen.findByText('Thank you. We will look at this message.')).toBeVisible();
    const reports = api.requests.filter(({ path }) => path.endsWith('/reports'));
    expect(reports).toMatchObject([{ path: '/chat/messages/m3/reports', body: { reason: 'abuse' } }]);
  });

  it("edit by the server's clock, however wrong the device's is (product 4.25)", async () => {
    const serverTime = Date.now() - 25 * 3_600_000;
    socket.setClockOffset(serverTime - Date.now());
    open({ messages: [message(1, { sender: ADA, createdAt: new Date(serverTime - 60_000).toISOString() })] });
    const edit = (await hoverMessage('Message 1')).getByRole('button', { name: /^Edit · until/ });
    expect(edit).not.toHaveAttribute('aria-disabled');
  });

  it('delete an own message for an hour, after a confirmation that a failure keeps open (product 4.34)', async () => {
    let isBroken = true;
    const deletedAt = new Date().toISOString();
    const fresh = message(2, { sender: ADA, createdAt: deletedAt, content: 'The **password**' });
    const deleted = { ...fresh, content: '', editedAt: deletedAt, deletedAt, revision: 1 };
    const { user } = open({
      messages: [message(1, { sender: ADA }), fresh, message(3, { replyTo: buildQuote(fresh) })],
      routes: { 'DELETE /chat/messages/:id': () => (isBroken ? refuse('internal', '') : { message: deleted }) },
    });
    await user.click((await hoverMessage('Message 1')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('A message can be deleted for an hour.')).toBeVisible();
    await user.click((await hoverMessage('password')).getByRole('button', { name: /^Delete · until \d+:\d+/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete this message?' }));
    await user.click(dialog.getByRole('button', { name: 'Delete message' }));
    expect(await screen.findByText('The message could not be deleted. Please try again.')).toBeVisible();
    isBroken = false;
    await user.click(dialog.getByRole('button', { name: 'Delete message' }));
    expect(await screen.findByRole('button', { name: 'Reply to You: Message deleted' })).toBeVisible();
    const [, tombstone] = articles();
    await waitFor(() => expect(tombstone).toHaveFocus());
    expect(tombstone).toHaveTextContent(/^[\d:\sAPM]*Message deleted$/);
    expect(screen.queryByText(/password/)).toBeNull();
    expect(screen.queryByRole('toolbar')).toBeNull();
  });

  it('keep an edit on Escape during a save, and text typed during the save', async () => {
    const answers: ((answer: object) => void)[] = [];
    const own = message(1, { sender: ADA, createdAt: new Date().toISOString(), content: 'はじめ' });
    const saved = (content: string, revision: number) => ({ message: { ...own, content, editedAt: at(2), revision } });
    const { user } = open({
      messages: [own],
      routes: { 'PUT /chat/messages/:id': () => new Promise<object>((resolve) => answers.push(resolve)) },
    });
    const edit = async (text: string) => user.click((await hoverMessage(text)).getByRole('button', { name: /^Edit · / }));
    await edit('はじめ');
    await screen.findByText('Editing your message');
    await user.type(await field(), 'に');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(answers).toHaveLength(1));
    await user.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Cancel editing' })).toBeDisabled();
    expect(await field()).toHaveValue('はじめに');
    await user.type(await field(), '!');
    await act(async () => answers[0]?.(saved('はじめに', 1)));
    expect(await screen.findByText('edited')).toBeVisible();
    expect(await field()).toHaveValue('はじめに!');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(answers).toHaveLength(2));
    await act(async () => answers[1]?.(saved('はじめに!', 2)));
    await waitFor(() => expect(screen.queryByText('Editing your message')).toBeNull());
    expect(await screen.findByText('はじめに!')).toBeVisible();
  });

  it('keep the edit of one message while another is saved, and report a failure after closing', async () => {
    const answers: ((answer: object) => void)[] = [];
    const own = (seq: number) => message(seq, { sender: ADA, createdAt: new Date().toISOString() });
    const { user } = open({
      messages: [own(1), own(2)],
      routes: { 'PUT /chat/messages/:id': () => new Promise<object>((resolve) => answers.push(resolve)) },
    });
    const edit = async (text: string) => user.click((await hoverMessage(text)).getByRole('button', { name: /^Edit · / }));
    await edit('Message 1');
    await screen.findByText('Editing your message');
    await user.type(await field(), ', better');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(answers).toHaveLength(1));
    await edit('Message 2');
    await waitFor(async () => expect(await field()).toHaveValue('Message 2'));
    await user.type(await field(), ', half');
    await act(async () => answers[0]?.({ message: { ...own(1), content: 'Message 1, better', editedAt: at(2), revision: 1 } }));
    expect(await screen.findByText('Message 1, better')).toBeVisible();
    expect(await field()).toHaveValue('Message 2, half');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(answers).toHaveLength(2));
    await edit('Message 1, better');
    await waitFor(async () => expect(await field()).toHaveValue('Message 1, better'));
    await act(async () => answers[1]?.(refuse('internal', '')));
    expect(await screen.findByText('The message could not be changed. Please try again.')).toBeVisible();
    expect(await field()).toHaveValue('Message 1, better');
    expect(localStorage.getItem(`solvent.draft.edit.${ADA._id}.m2`)).toBe('Message 2, half');
  });
});
