import { clearSession } from '@solvent/store';
import { buildProblemDetail } from '@solvent/testing/factories';
import { refuse } from '@solvent/testing/fake-api';
import { act, screen, waitFor } from '@testing-library/react';
import { address, build, openAt } from '../../conversation/test-page.ts';
import type { Routes } from '../../conversation/test-page.ts';

const { Component } = await import('./discussion-page.tsx');

const mira = { _id: 'mira', name: 'Mira Chen', image: null };
const problem = buildProblemDetail({ _id: 'problem-1', budget: 1250, user: mira });
const IDS = '/problem/discussion?problemId=problem-1&conversationId=c1';

let api: ReturnType<typeof openAt>['api'];
function open(at: string, routes: Routes = {}, conversation = build('c1')) {
  const view = openAt(Component, at, [conversation], { 'GET /problems/:id': () => ({ problem }), ...routes });
  ({ api } = view);
  return view;
}
const h1 = (name: RegExp | string) => screen.findByRole('heading', { level: 1, name });

afterEach(() => {
  act(clearSession);
  api.restore();
});

describe('/problem/discussion', () => {
  it('shows the thread under the header of its problem, by the ids of the query', async () => {
    open(IDS);
    expect(await screen.findByText('Posted by Mira Chen')).toBeVisible();
    expect(await h1(/^Websocket/)).toBeVisible();
    expect(screen.getByRole('link', { name: /^Websocket/ })).toHaveAttribute('href', '/view-problems/problem-1');
    expect(screen.getByText('$1,250')).toBeVisible();
    expect(screen.getByText('Open')).toBeVisible();
    expect(screen.getByRole('heading', { level: 2, name: 'Diego Fuentes' })).toBeVisible();
    expect(screen.getByText('Thread of c1')).toBeVisible();
    expect(document.title).toBe('Discussion with Diego Fuentes · Solvent');
  });

  it('takes the ids of the route’s state first (product 2.26)', async () => {
    const { router } = open('/problem/discussion?conversationId=other');
    await act(() => router.navigate('/problem/discussion', { state: { problemId: 'problem-1', conversationId: 'c1' } }));
    expect(await screen.findByText('Thread of c1')).toBeVisible();
    expect(address()).toBe('/problem/discussion');
  });

  it('without ids goes to the conversations', async () => {
    open('/problem/discussion');
    await waitFor(() => expect(address()).toBe('/conversations'));
  });

  it('of no problem goes to its place among the conversations', async () => {
    open('/problem/discussion?conversationId=c1', {}, build('c1', { problem: null }));
    await waitFor(() => expect(address()).toBe('/conversations?conversation=c1'));
  });

  it('works without the problem’s answer, by what the conversation knows', async () => {
    open(IDS, { 'GET /problems/:id': () => refuse('internal', 'No') });
    expect(await screen.findByText('Thread of c1')).toBeVisible();
    expect(await h1(/^Websocket/)).toBeVisible();
    expect(screen.getByText('Open')).toBeVisible();
    expect(screen.queryByText(/Posted by/)).not.toBeInTheDocument();
  });

  it('that does not exist says so, with a way back', async () => {
    open('/problem/discussion?conversationId=lost', { 'GET /chat/conversations/:id': () => refuse('not_found', 'No.') });
    expect(await h1('This conversation does not exist')).toBeVisible();
    expect(screen.getByRole('link', { name: 'All conversations' })).toHaveAttribute('href', '/conversations');
  });

  it.each([
    ['query', IDS, undefined],
    ['state', '/problem/discussion', { problemId: 'problem-1', conversationId: 'c1' }],
  ])('sends the signed-out to sign in, and back with the ids of the %s', async (_where, to, state) => {
    const { router } = open('/problem/discussion?conversationId=c1');
    await act(() => router.navigate(to, { state }));
    await screen.findByText('Thread of c1');
    act(clearSession);
    await waitFor(() => expect(address()).toBe('/signin'));
    expect(screen.getByLabelText('Route state')).toHaveTextContent(JSON.stringify({ from: IDS }));
  });
});
