import type { Invitation, SuggestedSolver } from '@solvent/contracts';
import { clearSession } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { refuse } from '@solvent/testing/fake-api';
import { screen, waitFor, within } from '@testing-library/react';
import { build, DIEGO, openProblem, title } from '../../testing/open-problem.tsx';

let opened: ReturnType<typeof openProblem> | undefined;

const solverOf = (overrides: Partial<SuggestedSolver> = {}): SuggestedSolver => ({
  ...DIEGO,
  headline: '',
  rating: 4.8,
  ratingCount: 12,
  solvedCount: 3,
  matchingAreas: ['React', 'Go'],
  replyMinutes: 120,
  ...overrides,
});
const invitationOf = (overrides: Partial<Invitation> = {}): Invitation => ({
  solver: DIEGO,
  state: 'waiting',
  createdAt: '2026-11-20T10:00:00.000Z',
  ...overrides,
});

interface Answers {
  solvers?: () => object;
  invitations?: () => object;
  invite?: () => object;
  problem?: Parameters<typeof build>[0];
}

const NINA = { _id: 'nina', name: 'Nina Roth', image: null };

function open({
  solvers = () => ({
    solvers: [solverOf(), solverOf({ ...NINA, rating: null, ratingCount: 0, solvedCount: 0, replyMinutes: null })],
  }),
  invitations = () => ({ invitations: [] }),
  invite = () => ({ invitation: invitationOf() }),
  problem = {},
}: Answers = {}) {
  opened = openProblem({
    answer: () => ({ problem: build(problem) }),
    routes: {
      'GET /problems/:id/suggested-solvers': solvers,
      'GET /problems/:id/invitations': invitations,
      'POST /problems/:id/invitations': invite,
    },
  });
  return opened;
}

const card = async () => within(await screen.findByRole('region', { name: 'Invite solvers' }));
const rowOf = (name: string) => within(screen.getByRole('link', { name }).closest('li') ?? document.body);

beforeEach(() => {
  clearSession();
  localStorage.clear();
});
afterEach(() => opened?.api.restore());

describe('inviting solvers', () => {
  it('suggests some to the poster, with what helps to choose, and asks one', async () => {
    signInAs({ _id: 'mira' });
    const { user, sent } = open();
    const region = await card();
    expect(await region.findByRole('link', { name: 'Diego Fuentes' })).toHaveAttribute('href', '/profile/diego');
    expect(rowOf('Diego Fuentes').getByText(/React, Go · 3 solved · replies in 2 hours/)).toBeVisible();
    await user.click(region.getByRole('button', { name: 'Invite Diego Fuentes' }));
    expect(await rowOf('Diego Fuentes').findByText('Invited')).toBeVisible();
    expect(sent('POST')).toMatchObject([{ path: '/problems/p1/invitations', body: { solverId: 'diego' } }]);
    expect(await screen.findByText('Diego Fuentes was invited')).toBeInTheDocument();
    expect(region.getByRole('button', { name: 'Invite Nina Roth' })).toBeEnabled();
  });

  it('shows who was asked before, and what came of it', async () => {
    signInAs({ _id: 'mira' });
    open({
      invitations: () => ({
        invitations: [invitationOf({ solver: { ...NINA, _id: 'zoe', name: 'Zoe' }, state: 'bid' }), invitationOf()],
      }),
    });
    const region = await card();
    expect(await region.findByText('Has bid')).toBeVisible();
    expect(rowOf('Zoe').getByText('Has bid')).toBeVisible();
    expect(rowOf('Diego Fuentes').getByText('Invited')).toBeVisible();
    expect(region.getAllByRole('link', { name: 'Diego Fuentes' })).toHaveLength(1);
  });

  it('says why somebody could not be asked, and leaves the button', async () => {
    signInAs({ _id: 'mira' });
    const { user } = open({ invite: () => refuse('conflict', 'You have invited this solver already.') });
    const region = await card();
    await user.click(await region.findByRole('button', { name: 'Invite Diego Fuentes' }));
    expect(await screen.findByText('You have invited this solver already.')).toBeInTheDocument();
    await waitFor(() => expect(region.getByRole('button', { name: 'Invite Diego Fuentes' })).toBeEnabled());
  });

  it('says where nobody fits, with another way', async () => {
    signInAs({ _id: 'mira' });
    open({ solvers: () => ({ solvers: [] }) });
    expect(await (await card()).findByText(/You can invite any solver from their profile/)).toBeVisible();
  });

  it('that cannot be loaded can be tried again', async () => {
    signInAs({ _id: 'mira' });
    let answer: () => object = () => refuse('internal', 'Something went wrong.');
    const { user } = open({ solvers: () => answer() });
    const region = await card();
    expect(await region.findByText('Solvers to invite could not be loaded.')).toBeVisible();
    answer = () => ({ solvers: [solverOf()] });
    await user.click(region.getByRole('button', { name: 'Try again' }));
    expect(await region.findByRole('link', { name: 'Diego Fuentes' })).toBeVisible();
  });

  it.each([
    ['a visitor', undefined, {}],
    ['somebody else', 'ada', {}],
    ['the poster, once it is closed', 'mira', { status: 'closed' }],
  ] as const)('is not for %s', async (_who, viewer, problem) => {
    if (viewer) signInAs({ _id: viewer });
    const { api } = open({ problem });
    await title();
    expect(screen.queryByRole('region', { name: 'Invite solvers' })).not.toBeInTheDocument();
    expect(api.requests.filter(({ path }) => path.includes('suggested'))).toEqual([]);
  });
});
