import type { Problem } from '@solvent/contracts';
import { clearSession, readKey } from '@solvent/store';
import { buildProblemDetail, buildUser, signInAs } from '@solvent/testing/factories';
import { fakeApi, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { draftKey } from './problem-draft.ts';
import { Component } from './post-problem-page.tsx';

const ADA = buildUser({ _id: 'ada' });
const NOTES = { _id: 'f1', url: '/api/files/f1', name: 'notes.txt', size: 2048, mimeType: 'text/plain' };
const problem = (overrides: Partial<Problem> = {}) =>
  buildProblemDetail({
    _id: 'p7',
    title: 'Websocket drops messages',
    body: 'After a reconnect the client misses what was sent.',
    category: 'backend',
    tags: ['React'],
    budget: 250,
    user: ADA,
    attachments: [NOTES],
    ...overrides,
  });

let api: ReturnType<typeof fakeApi>;
function open(answers: Partial<Record<'load' | 'save', () => object>> = {}) {
  const { load = () => ({ problem: problem() }), save = () => ({ problem: problem() }) } = answers;
  api = fakeApi({ 'GET /problems/:id': load, 'PUT /problems/:id': save, 'GET /problems/similar': () => ({ problems: [] }) });
  return renderScreen(<Component />, { at: '/post-problem?edit=p7' });
}
beforeEach(() => void signInAs(ADA));
afterEach(() => {
  api.restore();
  clearSession();
  window.localStorage.clear();
});

const title = () => screen.findByRole('textbox', { name: /^Title/ });
const rewrite = async (value: string) => fireEvent.change(await title(), { target: { value } });
const save = () => screen.getByRole('button', { name: 'Save changes' });
const saved = () => api.requests.filter(({ method }) => method === 'PUT');
const address = () => screen.getByLabelText('Address');
const NEW_TITLE = 'Websocket drops every message';

describe('editing a posted problem', () => {
  it('starts with all that is posted', async () => {
    open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Edit Problem' })).toBeVisible();
    expect(await title()).toHaveValue('Websocket drops messages');
    expect(screen.getByRole('textbox', { name: /^Description/ })).toHaveValue(
      'After a reconnect the client misses what was sent.',
    );
    expect(screen.getByRole('combobox', { name: /^Category/ })).toHaveValue('backend');
    expect(screen.getByRole('button', { name: 'Remove React' })).toBeVisible();
    expect(screen.getByRole('textbox', { name: /^Budget/ })).toHaveValue('250');
    expect(within(screen.getByRole('list', { name: 'Attached files' })).getByText('notes.txt')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Cancel' })).toHaveAttribute('href', '/view-problems/p7');
    expect(screen.queryByText('Draft kept on this device')).toBeNull();
  });

  it('saves the changes, says so and goes back to the problem', async () => {
    const { user, queryClient } = open();
    queryClient.setQueryData(['problems', 'detail', 'p7'], {});
    await rewrite(NEW_TITLE);
    expect(await screen.findByText('Draft kept on this device')).toBeVisible();
    await user.click(save());
    expect(await screen.findByText('Problem updated')).toBeVisible();
    await waitFor(() => expect(address()).toHaveTextContent('/view-problems/p7'));
    expect(saved()[0]).toMatchObject({
      path: '/problems/p7',
      body: { title: NEW_TITLE, category: 'backend', tags: ['React'], budget: 250, attachments: ['f1'] },
    });
    expect(queryClient.getQueryState(['problems', 'detail', 'p7'])?.isInvalidated).toBe(true);
    expect(readKey(draftKey('ada', 'p7'))).toBeNull();
  });

  it('keeps what was typed when the problem is no longer open, and says so', async () => {
    const { user } = open({ save: () => refuse('conflict', 'This problem is in progress and cannot be edited.') });
    await rewrite(NEW_TITLE);
    await user.click(save());
    expect(await screen.findByText('This problem is in progress and cannot be edited.')).toBeVisible();
    expect(await title()).toHaveValue(NEW_TITLE);
    expect(readKey(draftKey('ada', 'p7'))).toContain(NEW_TITLE);
    expect(address()).toHaveTextContent('/post-problem?edit=p7');
  });

  it('keeps a draft for this problem alone, which can be discarded', async () => {
    const first = open();
    await rewrite(NEW_TITLE);
    await first.user.click(screen.getByRole('button', { name: 'Remove notes.txt' }));
    first.unmount();
    api.restore();
    const { user } = open();
    expect(await title()).toHaveValue(NEW_TITLE);
    expect(screen.queryByText('notes.txt')).toBeNull();
    expect(readKey(draftKey('ada'))).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Discard changes' }));
    await waitFor(async () => expect(await title()).toHaveValue('Websocket drops messages'));
    expect(screen.getByText('notes.txt')).toBeVisible();
    expect(screen.queryByText('Draft kept on this device')).toBeNull();
  });

  it.each<[string, Partial<Problem>, string]>([
    ['somebody else', { user: buildUser({ _id: 'mira' }) }, 'This is not your problem'],
    ['its poster once it is in progress', { status: 'in-progress' }, 'This problem can no longer be edited'],
  ])('is not for %s, who is told and led to the problem', async (_who, given, heading) => {
    open({ load: () => ({ problem: problem(given) }) });
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible();
    expect(screen.getByRole('link', { name: 'View the problem' })).toHaveAttribute('href', '/view-problems/p7');
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('says that there is no such problem', async () => {
    open({ load: () => refuse('not_found', 'No') });
    expect(await screen.findByRole('heading', { level: 1, name: 'Problem not found' })).toBeVisible();
  });

  it('says that the problem could not be had, and tries again', async () => {
    let broken = true;
    const { user } = open({ load: () => (broken ? refuse('internal', 'Boom') : { problem: problem() }) });
    await screen.findByRole('heading', { level: 1, name: 'The problem could not be loaded' });
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await title()).toHaveValue('Websocket drops messages');
  });
});
