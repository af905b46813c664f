import type { ModuleListItem, PersonReview, ProblemListItem, PublicProfile } from '@solvent/contracts';
import { clearSession } from '@solvent/store';
import { buildModule, buildProblem, fakeApi, NETWORK_FAILURE, refuse, renderScreen, signInAs } from '@solvent/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { deferred } from '../../testing/fake-identity.ts';
import { Component } from './public-profile-page.tsx';

const NO_STATS: PublicProfile['stats'] = { problemsPosted: 0, problemsSolved: 0, bidsAccepted: 0, rating: null, ratingCount: 0 };

const buildPerson = (overrides: Partial<PublicProfile> = {}): PublicProfile => ({
  _id: 'diego',
  name: 'Diego Fuentes',
  image: null,
  role: 'solver',
  headline: '',
  bio: '',
  location: '',
  website: '',
  github: '',
  expertiseAreas: [],
  memberSince: '2026-01-15T07:42:35.572Z',
  stats: NO_STATS,
  reviews: [],
  ...overrides,
});

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
    const stats = { problemsPosted: 2, problemsSolved: 1200, bidsAccepted: 3, rating: 4.56, ratingCount: 9 };
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
