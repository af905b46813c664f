import type { InvitingProblem, PublicProfile } from '@solvent/contracts';
import { clearSession } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { fakeApi, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, waitFor, within } from '@testing-library/react';
import { Component } from './public-profile-page.tsx';
import { buildPerson } from '../../testing/build-person.ts';

const problemOf = (overrides: Partial<InvitingProblem> = {}): InvitingProblem => ({
  _id: 'p-1',
  title: 'Sockets drop',
  budget: 250,
  createdAt: '2026-11-20T10:00:00.000Z',
  invited: null,
  ...overrides,
});

interface Answers {
  person?: Partial<PublicProfile>;
  block?: () => object;
  problems?: () => object;
  invite?: () => object;
}

function open({
  person = {},
  block = () => ({ blockedByMe: true }),
  problems = () => ({ problems: [problemOf()] }),
  invite = () => ({ invitation: { solver: { _id: 'diego', name: 'Diego', image: null }, state: 'waiting', createdAt: '' } }),
}: Answers = {}) {
  const paged = { total: 0, page: 1, limit: 5, totalPages: 1 };
  const api = fakeApi({
    'GET /auth/profile/:id': () => ({ user: buildPerson(person) }),
    'GET /problems/user': () => ({ problems: [], ...paged }),
    'GET /modules': () => ({ modules: [], ...paged }),
    'PUT /auth/profile/:id/block': block,
    'DELETE /auth/profile/:id/block': () => ({ blockedByMe: false }),
    'GET /problems/inviting': problems,
    'POST /problems/:id/invitations': invite,
  });
  return { api, ...renderScreen(<Component />, { at: '/profile/diego', path: '/profile/:id' }) };
}

beforeEach(() => {
  clearSession();
  localStorage.clear();
});

const heading = () => screen.findByRole('heading', { level: 1, name: 'Diego Fuentes' });

describe('blocking from a profile', () => {
  it('asks once, says so, and can be taken back', async () => {
    signInAs({ _id: 'ada' });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Block' }));
    const question = await screen.findByRole('dialog', { name: 'Block Diego Fuentes?' });
    await user.click(within(question).getByRole('button', { name: 'Block' }));
    expect(await screen.findByText('You have blocked this person. Unblock them to write.')).toBeVisible();
    expect(screen.queryByRole('link', { name: /^Message/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Unblock' }));
    expect(await screen.findByRole('link', { name: 'Message Diego Fuentes' })).toBeVisible();
  });

  it('that failed says so, and nothing is blocked', async () => {
    signInAs({ _id: 'ada' });
    const { user } = open({ block: () => refuse('internal', '') });
    await user.click(await screen.findByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Block' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Block' }));
    expect(await screen.findByText('Failed to block the person')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Message Diego Fuentes' })).toBeVisible();
  });

  it.each([
    ['a visitor', undefined],
    ['oneself', 'diego'],
  ])('is not for %s', async (_who, viewer) => {
    if (viewer) signInAs({ _id: viewer });
    open();
    await heading();
    expect(screen.queryByRole('button', { name: 'More' })).not.toBeInTheDocument();
  });
});

describe('inviting from a profile', () => {
  const openDialog = async (answers: Answers = {}) => {
    signInAs({ _id: 'ada', role: 'seeker' });
    const opened = open(answers);
    await opened.user.click(await screen.findByRole('button', { name: 'Invite to a problem' }));
    return { ...opened, dialog: within(await screen.findByRole('dialog', { name: 'Invite Diego Fuentes' })) };
  };

  it('offers a seeker their own open problems, and asks the solver to one', async () => {
    const problems = [problemOf(), problemOf({ _id: 'p-2', title: 'Slow list', invited: 'waiting' })];
    const { user, api, dialog } = await openDialog({ problems: () => ({ problems }) });
    expect(await dialog.findByRole('link', { name: 'Slow list' })).toHaveAttribute('href', '/view-problems/p-2');
    expect(dialog.getByText('Invited')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Invite to Sockets drop' }));
    await waitFor(() => expect(dialog.getAllByText('Invited')).toHaveLength(2));
    expect(api.requests).toContainEqual(
      expect.objectContaining({ method: 'POST', path: '/problems/p-1/invitations', body: { solverId: 'diego' } }),
    );
    expect(await screen.findByText('Diego Fuentes was invited')).toBeInTheDocument();
  });

  it('says why it was refused', async () => {
    const { user, dialog } = await openDialog({ invite: () => refuse('forbidden', 'You cannot invite this person.') });
    await user.click(await dialog.findByRole('button', { name: 'Invite to Sockets drop' }));
    expect(await screen.findByText('You cannot invite this person.')).toBeInTheDocument();
    expect(await dialog.findByRole('button', { name: 'Invite to Sockets drop' })).toBeEnabled();
  });

  it('leads who has no open problem to posting one', async () => {
    const { dialog } = await openDialog({ problems: () => ({ problems: [] }) });
    expect(await dialog.findByRole('link', { name: 'Post a problem' })).toHaveAttribute('href', '/post-problem');
  });

  it.each([
    ['a solver', { _id: 'ada', role: 'solver' }, {}],
    ['oneself, who posts now', { _id: 'diego', role: 'seeker' }, {}],
    ['a seeker who looks at a seeker', { _id: 'ada', role: 'seeker' }, { role: 'seeker' }],
    ['who has blocked the person', { _id: 'ada', role: 'seeker' }, { blockedByMe: true }],
  ] as const)('is not for %s', async (_who, viewer, person) => {
    signInAs(viewer);
    open({ person });
    await heading();
    expect(screen.queryByRole('button', { name: 'Invite to a problem' })).not.toBeInTheDocument();
  });
});
