import type { InvitingProblem, PersonReview, PublicProfile } from '@solvent/contracts';
import { clearSession } from '@solvent/store';
import { buildModule, buildProblem, signInAs } from '@solvent/testing/factories';
import { fakeApi, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, waitFor, within } from '@testing-library/react';
import { LocationAndLinks } from '../../person/person-facts.tsx';
import { buildPerson } from '../../testing/build-person.ts';
import { Component } from './public-profile-page.tsx';

const buildReview = (overrides: Partial<PersonReview> = {}): PersonReview => ({
  _id: 'review-1',
  rating: 4,
  text: 'Found it in an hour.',
  author: { _id: 'mira', name: 'Mira Chen', image: null },
  problem: { _id: 'problem-1', title: 'Slow list' },
  createdAt: new Date(Date.now() - 3 * 3_600_000).toISOString(),
  ...overrides,
});

const buildInvitingProblem = (overrides: Partial<InvitingProblem> = {}): InvitingProblem => ({
  _id: 'p-1',
  title: 'Sockets drop',
  budget: 250,
  createdAt: '2026-11-20T10:00:00.000Z',
  invited: null,
  ...overrides,
});

const paged = { total: 0, page: 1, limit: 5, totalPages: 1 };
type Routes = Parameters<typeof fakeApi>[0];

function open(person: Partial<PublicProfile> = {}, routes: Routes = {}) {
  const api = fakeApi({
    'GET /auth/profile/:id': () => ({ user: buildPerson(person) }),
    'GET /problems/user': () => ({ problems: [], ...paged }),
    'GET /modules': () => ({ modules: [], ...paged }),
    ...routes,
  });
  return { api, ...renderScreen(<Component />, { at: '/profile/diego', path: '/profile/:id' }) };
}
const heading = (name = 'Diego Fuentes') => screen.findByRole('heading', { level: 1, name });
const section = async (name: string) => within(await screen.findByRole('region', { name }));
/** Sends the responses in order; the last one repeats. */
const respondInOrder = (answers: object[]) => () => (answers.length > 1 ? answers.shift() : answers[0]) ?? {};

beforeEach(() => {
  clearSession();
  localStorage.clear();
});

describe('/profile/:id (product 2.15, 3.5)', () => {
  it('omits accepted bids for a seeker who has none (product 2.55)', async () => {
    open({ role: 'seeker', stats: { ...buildPerson().stats, problemsPosted: 7, hireRate: 80 } });
    const figures = await section('Figures');
    const terms = figures.getAllByRole('term').map(({ textContent }) => textContent);
    expect(terms).toEqual(['Problems posted', 'Problems solved', 'No ratings yet', 'Hire rate']);
  });

  it('shows the details, figures and work of a solver (product 2.55, 4.24, 10.17)', async () => {
    const figures = { problemsPosted: 2, problemsSolved: 1200, bidsAccepted: 3, rating: 4.56, ratingCount: 9 };
    const { api } = open(
      {
        headline: 'Full-stack developer',
        bio: '# Work\n\nI write the **failing test** first.',
        location: 'Guadalajara',
        country: 'MX',
        website: 'https://diego.example',
        expertiseAreas: ['React'],
        verified: { email: true, github: true, githubLogin: 'diego-f' },
        stats: { ...figures, hireRate: 67, replyMinutes: 130 },
        reviews: [
          buildReview(),
          buildReview({ _id: 'review-2', text: 'Kind.', author: { _id: 'gone', name: 'Deleted user', image: null } }),
        ],
        solvedWork: [
          { _id: 's-1', title: 'Lost events', category: 'backend', rating: 4, solvedAt: '2026-11-02T10:00:00.000Z' },
          { _id: 's-2', title: 'Slow tests', category: 'frontend', rating: null, solvedAt: '2026-10-02T10:00:00.000Z' },
        ],
      },
      {
        'GET /problems/user': () => ({
          problems: [buildProblem({ _id: 'p-1', title: 'Sockets drop', status: 'in-progress', bidCount: 1, budget: 1250 })],
          ...paged,
        }),
        'GET /modules': () => ({
          modules: [buildModule({ id: 'charts', title: 'Charts', priceCents: 1950, downloads: 1280 })],
          ...paged,
        }),
      },
    );
    expect(await heading()).toBeVisible();
    expect(document.title).toBe('Diego Fuentes · Solvent');
    expect(screen.getByText('Solver')).toBeVisible();
    expect(screen.getByText('Full-stack developer')).toBeVisible();
    expect(screen.getByText('Member since')).toHaveTextContent('Member since January 2026');
    expect(screen.getByText('Verified: email address')).toBeVisible();
    expect(screen.getByText('Signs in with GitHub as diego-f')).toBeVisible();
    expect(await screen.findByRole('heading', { level: 3, name: 'Work' })).toBeVisible();
    expect(screen.getByText('failing test').tagName).toBe('STRONG');
    expect(screen.getByText('Guadalajara, Mexico')).toBeVisible();
    expect(screen.getByRole('link', { name: 'diego.example' })).toHaveAttribute('rel', 'noopener noreferrer nofollow');
    const numbers = await section('Figures');
    expect(numbers.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '2',
      '1,200',
      '3',
      '4.6Rated 4.6 out of 5',
      '67%',
      'in 2 hours',
    ]);
    expect(numbers.getByText('9 ratings')).toBeVisible();
    const solved = await section('Solved work');
    expect(solved.getByRole('link', { name: 'Lost events' })).toHaveAttribute('href', '/view-problems/s-1');
    expect(solved.getByText('Backend Development')).toBeVisible();
    expect(solved.getByText('Nov 2, 2026')).toBeVisible();
    expect(solved.getAllByText(/^Rated/)).toHaveLength(1);
    const reviews = await section('Reviews');
    expect(reviews.getByText('Found it in an hour.')).toBeVisible();
    expect(reviews.getAllByText('Rated 4 out of 5')[0]).toBeInTheDocument();
    expect(reviews.getByRole('link', { name: 'Mira Chen' })).toHaveAttribute('href', '/profile/mira');
    expect(reviews.getAllByRole('link', { name: 'Slow list' })[0]).toHaveAttribute('href', '/view-problems/problem-1');
    expect(reviews.getAllByText('3h ago')[0]).toBeVisible();
    expect(reviews.getByText('Deleted user')).toBeVisible();
    expect(reviews.queryByRole('link', { name: 'Deleted user' })).not.toBeInTheDocument();
    const problems = await section('Problems');
    expect(await problems.findByRole('link', { name: 'Sockets drop' })).toHaveAttribute('href', '/view-problems/p-1');
    expect(problems.getByText('In progress')).toBeVisible();
    expect(problems.getByText('1 bid')).toBeVisible();
    expect(problems.getByText('$1,250')).toBeVisible();
    const modules = await section('Modules');
    expect(await modules.findByRole('link', { name: 'Charts' })).toHaveAttribute('href', '/toolbox/charts');
    expect(modules.getByText('1,280 downloads')).toBeVisible();
    expect(modules.getByRole('link', { name: 'Browse the Toolbox' })).toHaveAttribute('href', '/toolbox');
    expect(modules.getByText('$19.50')).toBeVisible();
    const params = api.requests.map(({ path, params: given }) => [path, given]);
    expect(params).toContainEqual(['/problems/user', { userId: 'diego', limit: 5 }]);
    expect(params).toContainEqual(['/modules', { author: 'diego', sort: 'newest', limit: 5 }]);
  });

  it('has empty states, and omits what is unknown (product 10.10)', async () => {
    open();
    expect(await screen.findByText('No reviews yet.')).toBeVisible();
    expect(await screen.findByText('No problems posted yet.')).toBeVisible();
    expect(await screen.findByText('No modules published yet.')).toBeVisible();
    expect(screen.getByText('No ratings yet')).toBeVisible();
    expect(screen.getByText('Verified: email address')).toBeVisible();
    expect(screen.queryByText(/GitHub/)).not.toBeInTheDocument();
    expect(screen.queryByText('Hire rate')).not.toBeInTheDocument();
    expect(screen.queryByText('Usually replies')).not.toBeInTheDocument();
    for (const name of ['About', 'Areas of expertise', 'Solved work'])
      expect(screen.queryByRole('region', { name })).not.toBeInTheDocument();
    const message = screen.getByRole('link', { name: 'Message Diego Fuentes' });
    expect(message).toHaveAttribute('href', '/conversations?with=diego');
    for (const name of ['More', 'Invite to a problem']) expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Edit profile' })).not.toBeInTheDocument();
  });

  it('shows its own user no actions for others', async () => {
    signInAs({ _id: 'diego', role: 'seeker' });
    open({ website: 'javascript:alert(1)', bio: '[x](javascript:alert(1))' });
    expect(await screen.findByRole('link', { name: 'Edit profile' })).toHaveAttribute('href', '/profile/settings/profile');
    for (const name of ['More', 'Invite to a problem']) expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /^Message/ })).not.toBeInTheDocument();
    const about = await section('About');
    expect(about.getByText('javascript:alert(1)')).toBeVisible();
    expect(about.queryByRole('link')).not.toBeInTheDocument();
  });

  it('shows only a GitHub login that GitHub returned, not the typed one (product 4.24)', async () => {
    open({ github: 'https://github.com/torvalds', verified: { email: true, github: true, githubLogin: null } });
    expect(await screen.findByText('Signs in with GitHub')).toBeVisible();
  });

  it.each([
    ['seeker', 0],
    ['solver', 1],
  ] as const)('offers no invitation from one %s to another; messages and verifications: %i', async (role, count) => {
    signInAs({ _id: 'ada', role });
    open({ role });
    expect(await screen.findByRole('button', { name: 'More' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Invite to a problem' })).not.toBeInTheDocument();
    expect(screen.queryAllByRole('link', { name: /^Message/ })).toHaveLength(count);
    expect(screen.queryAllByText(/^Verified/)).toHaveLength(count);
  });

  it.each([
    [{ location: '', country: 'MX' }, /^Mexico$/],
    [{ location: 'Mexico City, Mexico', country: 'MX' }, /^Mexico City, Mexico$/],
    [{ location: 'Everywhere', country: '' }, /^Everywhere$/],
    [{ location: '', timeZone: 'America/Mexico_City' }, /^\d{1,2}:\d\d [AP]M local time$/],
    [{ location: 'Olympus', timeZone: 'Mars/Olympus' }, /^Olympus$/],
  ])('shows the location of %j', (place, text) => {
    renderScreen(<LocationAndLinks person={{ ...buildPerson(), ...place }} />);
    expect(screen.getByRole('list')).toHaveTextContent(text);
  });
});

describe('a profile that cannot be shown', () => {
  it('shows a not-found page with a link', async () => {
    open({}, { 'GET /auth/profile/:id': () => refuse('not_found', 'There is no such person.') });
    expect(await heading('This profile does not exist')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Browse problems' })).toHaveAttribute('href', '/problems');
  });

  it('retries after a failure, also in its sections (product 5.5, 10.9, 10.10)', async () => {
    const failed = refuse('internal', 'Something went wrong.');
    let isBroken = true;
    const people = [failed, {}, { user: buildPerson() }];
    const { user } = open(
      {},
      {
        'GET /auth/profile/:id': respondInOrder(people),
        'GET /problems/user': () => (isBroken ? failed : { problems: [], ...paged }),
        'GET /modules': () => (isBroken ? failed : { modules: [], ...paged }),
      },
    );
    expect(screen.getByRole('status', { name: 'Loading' })).toBeInTheDocument();
    expect(await heading('The profile could not be loaded')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(people).toHaveLength(1));
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await heading()).toBeVisible();
    expect(await screen.findByText('The problems could not be loaded.')).toBeVisible();
    expect(await screen.findByText('The modules could not be loaded.')).toBeVisible();
    isBroken = false;
    await user.click((await section('Problems')).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No problems posted yet.')).toBeVisible();
    await user.click((await section('Modules')).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No modules published yet.')).toBeVisible();
  });
});

it('blocks a person after a confirmation, and unblocks them (product 2.15, 4.24, 8.12, 8.14)', async () => {
  signInAs({ _id: 'ada', role: 'seeker' });
  const { user } = open(
    {},
    {
      'PUT /auth/profile/:id/block': respondInOrder([refuse('internal', ''), { blockedByMe: true }]),
      'DELETE /auth/profile/:id/block': () => ({ blockedByMe: false }),
    },
  );
  const choose = async (name: string) => {
    await user.click(await screen.findByRole('button', { name: 'More' }));
    await user.click(await screen.findByRole('menuitem', { name }));
  };
  const confirm = async () => {
    const question = await screen.findByRole('dialog', { name: 'Block Diego Fuentes?' });
    await user.click(within(question).getByRole('button', { name: 'Block' }));
  };
  await choose('Block');
  await confirm();
  expect(await screen.findByText('Failed to block the person')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Message Diego Fuentes' })).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await choose('Block');
  await confirm();
  expect(await screen.findByText('You have blocked this person. Unblock them to write.')).toBeVisible();
  expect(screen.queryByRole('link', { name: /^Message/ })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Invite to a problem' })).not.toBeInTheDocument();
  await choose('Unblock');
  expect(await screen.findByRole('link', { name: 'Message Diego Fuentes' })).toBeVisible();
});

describe('inviting from a profile (product 2.15, 4.23)', () => {
  async function openDialog(problems: InvitingProblem[], ...invitations: object[]) {
    signInAs({ _id: 'ada', role: 'seeker' });
    const routes = {
      'GET /problems/inviting': () => ({ problems }),
      'POST /problems/:id/invitations': respondInOrder(invitations),
    };
    const opened = open({}, routes);
    await opened.user.click(await screen.findByRole('button', { name: 'Invite to a problem' }));
    return { ...opened, dialog: within(await screen.findByRole('dialog', { name: 'Invite Diego Fuentes' })) };
  }

  it('lists the open problems of a seeker, and invites the solver to one (product 3.28, 8.14)', async () => {
    const invitation = { solver: { _id: 'diego', name: 'Diego', image: null }, state: 'waiting', createdAt: '' };
    const refused = refuse('forbidden', 'You cannot invite this person.');
    const problems = [buildInvitingProblem(), buildInvitingProblem({ _id: 'p-2', title: 'Slow list', invited: 'waiting' })];
    const { user, api, dialog } = await openDialog(problems, refused, { invitation });
    expect(await dialog.findByRole('link', { name: 'Slow list' })).toHaveAttribute('href', '/view-problems/p-2');
    expect(dialog.getByText('Invited')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Invite to Sockets drop' }));
    expect(await screen.findByText('You cannot invite this person.')).toBeInTheDocument();
    await user.click(await dialog.findByRole('button', { name: 'Invite to Sockets drop' }));
    await waitFor(() => expect(dialog.getAllByText('Invited')).toHaveLength(2));
    const body = { solverId: 'diego' };
    expect(api.requests.at(-1)).toMatchObject({ method: 'POST', path: '/problems/p-1/invitations', body });
    expect(await screen.findByText('Diego Fuentes was invited')).toBeInTheDocument();
  });

  it('links to the problem form when no problem is open', async () => {
    const { dialog } = await openDialog([]);
    expect(await dialog.findByRole('link', { name: 'Post a problem' })).toHaveAttribute('href', '/post-problem');
  });
});
