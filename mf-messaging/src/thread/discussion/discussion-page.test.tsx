import { clearSession } from '@solvent/store';
import { buildAgreement, buildProblemDetail } from '@solvent/testing/factories';
import { refuse } from '@solvent/testing/fake-api';
import { act, screen, waitFor } from '@testing-library/react';
import { address, build, openAt } from '../../inbox/test-page.ts';
import type { Routes } from '../../inbox/test-page.ts';

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

describe('/problem/discussion (product 2.26)', () => {
  it('shows the thread below its problem’s header; visitors go to sign-in and return', async () => {
    open(IDS);
    expect(await screen.findByText('Posted by Mira Chen')).toBeVisible();
    expect(await h1(/^Websocket/)).toBeVisible();
    expect(screen.getByRole('link', { name: /^Websocket/ })).toHaveAttribute('href', '/view-problems/problem-1');
    expect(screen.getByText('$1,250')).toBeVisible();
    expect(screen.getByText('Open')).toBeVisible();
    expect(screen.getByRole('heading', { level: 2, name: 'Diego Fuentes' })).toBeVisible();
    expect(screen.getByText('Thread of c1')).toBeVisible();
    expect(document.title).toBe('Discussion with Diego Fuentes · Solvent');
    act(clearSession);
    await waitFor(() => expect(address()).toBe('/signin'));
    expect(screen.getByLabelText('Route state')).toHaveTextContent(
      JSON.stringify({ from: IDS, purpose: 'read this conversation' }),
    );
  });

  it('prefers the ids of the route’s state, also on the way back from sign-in', async () => {
    const { router } = open('/problem/discussion?conversationId=other', {
      'GET /chat/conversations/other': () => refuse('not_found', 'No.'),
    });
    await act(() => router.navigate('/problem/discussion', { state: { problemId: 'problem-1', conversationId: 'c1' } }));
    expect(await screen.findByText('Thread of c1')).toBeVisible();
    expect(address()).toBe('/problem/discussion');
    act(clearSession);
    await waitFor(() => expect(address()).toBe('/signin'));
    expect(screen.getByLabelText('Route state')).toHaveTextContent(
      JSON.stringify({ from: IDS, purpose: 'read this conversation' }),
    );
  });

  it('redirects to the conversations without ids or a problem', async () => {
    const { router } = open('/problem/discussion?conversationId=c1', {}, build('c1', { problem: null }));
    await waitFor(() => expect(address()).toBe('/conversations?conversation=c1'));
    await act(() => router.navigate('/problem/discussion'));
    await waitFor(() => expect(address()).toBe('/conversations'));
  });

  it('shows the agreed price instead of the budget', async () => {
    const agreement = buildAgreement({ amount: 900 });
    open(IDS, { 'GET /problems/:id': () => ({ problem: { ...problem, agreement } }) });
    expect(await screen.findByText('$900')).toHaveTextContent('$900 agreed');
    expect(screen.queryByText(/1,250/)).not.toBeInTheDocument();
  });

  it('falls back to the conversation’s data if the problem cannot be loaded', async () => {
    open(IDS, { 'GET /problems/:id': () => refuse('internal', 'No') });
    expect(await screen.findByText('Thread of c1')).toBeVisible();
    expect(await h1(/^Websocket/)).toBeVisible();
    expect(screen.getByText('Open')).toBeVisible();
    expect(screen.queryByText(/Posted by/)).not.toBeInTheDocument();
  });
});
