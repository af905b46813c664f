import { buildMessage } from '@solvent/testing/factories';
import { refuse } from '@solvent/testing/fake-api';
import { clearSession } from '@solvent/store';
import { act, screen, waitFor, within } from '@testing-library/react';
import { ADA, DIEGO, articles, field, openThread, serverSays, stored } from '../test-thread.ts';

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
