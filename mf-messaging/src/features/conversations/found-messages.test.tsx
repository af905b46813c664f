import { clearSession } from '@solvent/store';
import { act, screen, waitFor, within } from '@testing-library/react';
import { address, build, openAt, row } from '../../conversation/test-page.ts';
import type { Routes } from '../../conversation/test-page.ts';

const { Component } = await import('./conversations-page.tsx');

let api: ReturnType<typeof openAt>['api'];
let conversations: ReturnType<typeof build>[];
function open(at = '/conversations', routes: Routes = {}) {
  const view = openAt(Component, at, conversations, routes);
  ({ api } = view);
  return view;
}
const asked = () => api.requests.map(({ method, path, params }) => [method, path, params]);

beforeEach(() => {
  conversations = [build('c1'), build('c2'), build('c3')];
});
afterEach(() => {
  api.restore();
  act(clearSession);
  localStorage.clear();
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
    const messages = await screen.findByRole('list', { name: 'Messages found' });
    expect(within(messages).getByText('webhook', { selector: 'mark' })).toBeVisible();
    expect(messages).toHaveTextContent('The <b>webhook</b> fired twice');
    expect(within(messages).getByRole('link')).toHaveAttribute(
      'href',
      '/conversations?conversation=c2&message=40&search=webhook',
    );
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
