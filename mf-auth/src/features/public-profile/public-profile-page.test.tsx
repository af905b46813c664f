import type { ModuleListItem, PersonReview, ProblemListItem } from '@solvent/contracts';
import { clearSession } from '@solvent/store';
import { buildModule, buildProblem, signInAs } from '@solvent/testing/factories';
import { fakeApi, NETWORK_FAILURE, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, waitFor, within } from '@testing-library/react';
import { deferred } from '../../testing/fake-identity.ts';
import { buildPerson, NO_STATS } from '../../testing/build-person.ts';
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

interface Answers {
  person?: () => object;
  problems?: () => object;
  modules?: () => object;
}

const paged = { page: 1, limit: 5, totalPages: 1 };
const problemsOf = (problems: ProblemListItem[]) => () => ({ problems, total: problems.length, ...paged });
const modulesOf = (modules: ModuleListItem[]) => () => ({ modules, total: modules.length, ...paged });

function open({ person = () => ({ user: buildPerson() }), problems = problemsOf([]), modules = modulesOf([]) }: Answers = {}) {
  const api = fakeApi({ 'GET /auth/profile/:id': person, 'GET /problems/user': problems, 'GET /modules': modules });
  return { api, ...renderScreen(<Component />, { at: '/profile/diego', path: '/profile/:id' }) };
}

const section = async (name: string) => within(await screen.findByRole('region', { name }));

beforeEach(() => {
  clearSession();
  localStorage.clear();
});

describe('/profile/:id', () => {
  it('leads from a review to who wrote it, unless the account was deleted', async () => {
    const reviews = [
      buildReview(),
      buildReview({ _id: 'review-2', text: 'Kind.', author: { _id: 'gone', name: 'Deleted user', image: null } }),
    ];
    open({ person: () => ({ user: buildPerson({ reviews }) }) });
    const shown = await section('Reviews');
    expect(shown.getByRole('link', { name: 'Mira Chen' })).toHaveAttribute('href', '/profile/mira');
    expect(shown.getByText('Deleted user')).toBeVisible();
    expect(shown.queryByRole('link', { name: 'Deleted user' })).not.toBeInTheDocument();
  });

  it('shows a person to anybody', async () => {
    const stats = { ...NO_STATS, problemsPosted: 2, problemsSolved: 1200, bidsAccepted: 3, rating: 4.56, ratingCount: 9 };
    const { api } = open({
      person: () => ({
        user: buildPerson({
          headline: 'Full-stack developer',
          bio: '# Work\n\nI write the **failing test** first.',
          location: 'Mexico City',
          website: 'https://diego.example',
          expertiseAreas: ['React'],
          stats,
        }),
      }),
    });
    expect(await screen.findByRole('heading', { level: 1, name: 'Diego Fuentes' })).toBeVisible();
    expect(screen.getByText('Solver')).toBeVisible();
    expect(screen.getByText('Full-stack developer')).toBeVisible();
    expect(screen.getByText('Member since')).toHaveTextContent('Member since January 2026');
    expect(screen.getByRole('heading', { level: 3, name: 'Work' })).toBeVisible();
    expect(screen.getByText('failing test').tagName).toBe('STRONG');
    expect(screen.getByRole('link', { name: 'diego.example' })).toHaveAttribute('rel', 'noopener noreferrer nofollow');
    const figures = await section('Figures');
    expect(figures.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '2',
      '1,200',
      '3',
      '4.6Rated 4.6 out of 5',
    ]);
    expect(figures.getByText('9 ratings')).toBeVisible();
    expect(document.title).toBe('Diego Fuentes · Solvent');
    expect(screen.queryByRole('link', { name: 'Edit profile' })).not.toBeInTheDocument();
    const params = api.requests.map(({ path, params: given }) => [path, given]);
    expect(params).toContainEqual(['/problems/user', { userId: 'diego', limit: 5 }]);
    expect(params).toContainEqual(['/modules', { author: 'diego', sort: 'newest', limit: 5 }]);
  });

  it('shows reviews with their author and problem', async () => {
    open({ person: () => ({ user: buildPerson({ reviews: [buildReview()] }) }) });
    const reviews = await section('Reviews');
    expect(reviews.getByText('Found it in an hour.')).toBeVisible();
    expect(reviews.getByText('Rated 4 out of 5')).toBeInTheDocument();
    expect(reviews.getByRole('link', { name: 'Mira Chen' })).toHaveAttribute('href', '/profile/mira');
    expect(reviews.getByRole('link', { name: 'Slow list' })).toHaveAttribute('href', '/view-problems/problem-1');
    expect(reviews.getByText('3h ago')).toBeVisible();
  });

  it('shows the problems and the modules of the person', async () => {
    open({
      problems: problemsOf([
        buildProblem({ _id: 'p-1', title: 'Sockets drop', status: 'in-progress', bidCount: 1, budget: 1250 }),
      ]),
      modules: modulesOf([buildModule({ id: 'charts', title: 'Charts', priceCents: 1950, downloads: 1280 })]),
    });
    const problems = await section('Problems');
    expect(await problems.findByRole('link', { name: 'Sockets drop' })).toHaveAttribute('href', '/view-problems/p-1');
    expect(problems.getByText('In progress')).toBeVisible();
    expect(problems.getByText('1 bid')).toBeVisible();
    expect(problems.getByText('$1,250')).toBeVisible();
    const modules = await section('Modules');
    expect(await modules.findByRole('link', { name: 'Charts' })).toHaveAttribute('href', '/toolbox/charts');
    expect(modules.getByText('1,280 downloads')).toBeVisible();
    expect(modules.getByText('$19.50')).toBeVisible();
  });

  it('says where nothing is yet, and shows no empty text', async () => {
    open();
    expect(await screen.findByText('No reviews yet. They come with solved problems.')).toBeVisible();
    expect(await screen.findByText('No problems posted yet.')).toBeVisible();
    expect(await screen.findByText('No modules published yet.')).toBeVisible();
    expect(screen.getByText('No ratings yet')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'About' })).not.toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Areas of expertise' })).not.toBeInTheDocument();
  });

  it('leads its own person to where it is edited', async () => {
    signInAs({ _id: 'diego' });
    const { user } = open();
    await user.click(await screen.findByRole('link', { name: 'Edit profile' }));
    await waitFor(() => expect(screen.getByLabelText('Address')).toHaveTextContent('/profile'));
  });

  it.each([
    ['a visitor', undefined],
    ['somebody else', 'ada'],
  ])('leads %s from a solver to a conversation', async (_who, viewer) => {
    if (viewer) signInAs({ _id: viewer });
    open();
    const message = await screen.findByRole('link', { name: 'Message Diego Fuentes' });
    expect(message).toHaveAttribute('href', '/conversations?with=diego');
  });

  it.each([
    ['a seeker', { role: 'seeker' }, undefined],
    ['oneself', {}, 'diego'],
  ] as const)('leads to no conversation with %s', async (_whom, person, viewer) => {
    if (viewer) signInAs({ _id: viewer });
    open({ person: () => ({ user: buildPerson(person) }) });
    await screen.findByRole('heading', { level: 1, name: 'Diego Fuentes' });
    expect(screen.queryByRole('link', { name: /^Message/ })).not.toBeInTheDocument();
  });

  it('makes no link of what is no web address', async () => {
    open({ person: () => ({ user: buildPerson({ website: 'javascript:alert(1)', bio: '[x](javascript:alert(1))' }) }) });
    const about = await section('About');
    expect(about.getByText('javascript:alert(1)')).toBeVisible();
    expect(about.queryByRole('link')).not.toBeInTheDocument();
  });
});

describe('what a profile says of somebody’s work', () => {
  it('names what the person solved, with what its poster said', async () => {
    const solvedWork = [
      { _id: 'p-1', title: 'Sockets drop', category: 'backend', rating: 4, solvedAt: '2026-11-02T10:00:00.000Z' },
      { _id: 'p-2', title: 'Slow list', category: 'frontend', rating: null, solvedAt: '2026-10-02T10:00:00.000Z' },
    ] as const;
    open({ person: () => ({ user: buildPerson({ solvedWork: [...solvedWork] }) }) });
    const solved = await section('Solved work');
    expect(solved.getByRole('link', { name: 'Sockets drop' })).toHaveAttribute('href', '/view-problems/p-1');
    expect(solved.getByText('Backend Development')).toBeVisible();
    expect(solved.getByText('Nov 2, 2026')).toBeVisible();
    expect(solved.getAllByText(/^Rated/)).toHaveLength(1);
  });

  it('gives hire rate and reply time where they are known', async () => {
    open({ person: () => ({ user: buildPerson({ stats: { ...NO_STATS, hireRate: 67, replyMinutes: 130 } }) }) });
    const figures = await section('Figures');
    expect(figures.getByText('Hire rate')).toBeVisible();
    expect(figures.getByText('67%')).toBeVisible();
    expect(figures.getByText('in 2 hours')).toBeVisible();
  });

  it('leaves out what is not known', async () => {
    open();
    const figures = await section('Figures');
    expect(figures.queryByText('Hire rate')).not.toBeInTheDocument();
    expect(figures.queryByText('Usually replies')).not.toBeInTheDocument();
    expect(screen.queryByRole('region', { name: 'Solved work' })).not.toBeInTheDocument();
  });

  it.each([
    [{ location: 'Guadalajara', country: 'MX' }, 'Guadalajara, Mexico'],
    [{ location: '', country: 'MX' }, 'Mexico'],
    [{ location: 'Mexico City, Mexico', country: 'MX' }, 'Mexico City, Mexico'],
    [{ location: 'Everywhere', country: '' }, 'Everywhere'],
  ])('says of %j "%s"', async (place, text) => {
    open({ person: () => ({ user: buildPerson(place) }) });
    expect((await section('About')).getByText(text)).toBeVisible();
  });

  it('tells what the clock says where the person is', async () => {
    open({ person: () => ({ user: buildPerson({ timeZone: 'America/Mexico_City' }) }) });
    expect(await (await section('About')).findByText(/^\d{1,2}:\d\d [AP]M$/)).toBeVisible();
  });

  it('says nothing of a zone that this browser does not know', async () => {
    open({ person: () => ({ user: buildPerson({ location: 'Olympus', timeZone: 'Mars/Olympus' }) }) });
    expect((await section('About')).queryByText(/local time/)).not.toBeInTheDocument();
  });

  it.each([
    [{ email: true, github: false }, 'Verified: email address'],
    [{ email: true, github: true }, 'Verified: email address, GitHub account'],
  ])('says of a solver what was verified: %j', async (verified, text) => {
    open({ person: () => ({ user: buildPerson({ verified }) }) });
    expect(await screen.findByText(text)).toBeVisible();
  });
});

describe('a profile that is not there', () => {
  it('says so, with a way on', async () => {
    open({ person: () => refuse('not_found', 'There is no such person.') });
    expect(await screen.findByRole('heading', { level: 1, name: 'This profile does not exist' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Browse problems' })).toHaveAttribute('href', '/problems');
  });

  it.each([
    ['a failure', () => refuse('internal', 'Something went wrong.')],
    ['an answer without a user', () => ({})],
  ])('because of %s can be tried again', async (_what, failure) => {
    let answer: () => object = failure;
    const { user } = open({ person: () => answer() });
    expect(await screen.findByRole('heading', { level: 1, name: 'The profile could not be loaded' })).toBeVisible();
    answer = () => ({ user: buildPerson() });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Diego Fuentes' })).toBeVisible();
  });

  it('is a skeleton while it comes', async () => {
    open({ person: () => deferred<object>().promise });
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeInTheDocument();
  });

  it.each([
    ['problems', 'Problems', 'The problems could not be loaded.', 'No problems posted yet.', problemsOf([])],
    ['modules', 'Modules', 'The modules could not be loaded.', 'No modules published yet.', modulesOf([])],
  ] as const)('in its %s alone leaves the rest', async (part, name, text, later, good) => {
    let answer: () => object = () => refuse('internal', 'Something went wrong.');
    const { user } = open({ [part]: () => answer() });
    expect(await screen.findByText(text)).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Diego Fuentes' })).toBeVisible();
    answer = good;
    await user.click((await section(name)).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(later)).toBeVisible();
  });

  it('for want of the network is tried again by itself before it says so', async () => {
    let failures = 0;
    open({ person: () => (failures++ === 0 ? NETWORK_FAILURE : { user: buildPerson() }) });
    expect(await screen.findByRole('heading', { level: 1, name: 'Diego Fuentes' })).toBeVisible();
  });
});
