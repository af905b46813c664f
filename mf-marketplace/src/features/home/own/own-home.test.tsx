import type { HomeAnswer, NextStep } from '@solvent/contracts';
import { clearSession, onPageRequest } from '@solvent/store';
import { signInAs } from '@solvent/testing/factories';
import { fakeApi, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { screen, within } from '@testing-library/react';
import { Component } from '../home-page.tsx';

const TIME = '2026-11-20T10:00:00.000Z';
const FAR = '2099-12-24T12:00:00.000Z';
const problem = { _id: 'p1', title: 'Rows are lost' };
const diego = { _id: 'diego', name: 'Diego Fuentes', image: null };

const EMPTY: HomeAnswer = {
  next: [],
  work: [],
  problems: [],
  questions: [],
  bids: [],
  matches: [],
  ratings: [],
  totals: { work: 0, openProblems: 0, questions: 0, pendingBids: 0, posted: 0, bid: 0 },
};
const having = (given: Partial<HomeAnswer>, totals: Partial<HomeAnswer['totals']> = {}): HomeAnswer => ({
  ...EMPTY,
  ...given,
  totals: { ...EMPTY.totals, posted: 1, ...totals },
});

let api: ReturnType<typeof fakeApi>;
function open(answer: () => object) {
  api = fakeApi({ 'GET /home': answer });
  return renderScreen(<Component />, { at: '/home' });
}
afterEach(() => {
  api.restore();
  clearSession();
});
const section = async (name: string | RegExp) => within(await screen.findByRole('region', { name }));
const sections = async () =>
  (await screen.findAllByRole('region')).map((one) => within(one).getByRole('heading', { level: 2 }).textContent);
const step = (kind: NextStep['kind'], given: Partial<NextStep> = {}): NextStep => ({
  kind,
  problem,
  count: 1,
  person: null,
  at: null,
  ...given,
});

describe('the home of who is signed in', () => {
  it('asks once, and has a heading before the answer', async () => {
    signInAs({ role: 'seeker' });
    open(() => EMPTY);
    expect(screen.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
    await section('Post your first problem');
    expect(api.requests.map(({ path }) => path)).toEqual(['/home']);
  });

  it.each<[NextStep, string]>([
    [step('overdue', { at: '2020-01-02T12:00:00.000Z' }), 'Rows are lost was due Jan 2, 2020: hand it over'],
    [step('due', { at: FAR }), 'Rows are lost is due Dec 24, 2099'],
    [step('dispute', { person: diego }), 'Diego Fuentes disagrees about Rows are lost: say how you see it'],
    [step('delivered', { person: diego }), 'Diego Fuentes delivered Rows are lost: mark it solved'],
    [step('change', { person: diego }), 'Diego Fuentes proposes a change of Rows are lost: agree or decline'],
    [step('received', { person: diego }), 'Diego Fuentes says that Rows are lost is paid: confirm that it came'],
    [step('pay', { person: diego }), 'Rows are lost is solved: pay Diego Fuentes, and say so'],
    [step('new-bids', { count: 3 }), '3 new bids on Rows are lost: review them'],
    [step('new-bids'), '1 new bid on Rows are lost: review it'],
    [step('questions', { person: diego }), 'Diego Fuentes asks about Rows are lost: answer'],
    [step('questions', { count: 2 }), '2 questions on Rows are lost: answer them'],
    [step('bids', { count: 2 }), '2 bids on Rows are lost wait for your decision'],
    [step('bids'), '1 bid on Rows are lost waits for your decision'],
    [step('rate', { person: diego, at: FAR }), 'Rate Diego Fuentes for Rows are lost, until Dec 24, 2099'],
  ])('says what to do next: %#', async (next, sentence) => {
    signInAs();
    open(() => having({ next: [next] }));
    const link = (await section('What to do next')).getByRole('link');
    expect(link).toHaveTextContent(sentence);
    expect(link).toHaveAttribute('href', '/view-problems/p1');
  });

  it("has a seeker's problems, questions and work, and what is to be rated", async () => {
    signInAs({ role: 'seeker' });
    const own = { ...problem, budget: 250, createdAt: TIME, pendingBids: 3, newBids: 2, openQuestions: 1 };
    const question = { _id: 'c1', problem, author: diego, content: 'Which version?', createdAt: TIME };
    const work = { problem, side: 'seeker', person: diego, amount: 90, step: 'delivered', dueAt: FAR } as const;
    const rating = { problem, person: diego, until: FAR };
    open(() =>
      having(
        { problems: [own], questions: [question], work: [work], ratings: [rating] },
        { openProblems: 12, questions: 1, work: 1 },
      ),
    );
    expect(await sections()).toEqual([
      'What to do next',
      'Work under way 1',
      'Your open problems 12',
      'Open questions 1',
      'Ratings due',
    ]);
    expect((await section('What to do next')).getByText('Nothing waits for you right now.')).toBeVisible();
    const problems = await section(/^Your open problems/);
    expect(problems.getByRole('link', { name: /Rows are lost.*3 bids.*2 new.*1 open question.*\$250/ })).toBeVisible();
    expect(problems.getByRole('link', { name: 'View all: Your open problems' })).toHaveAttribute('href', '/my-problems');
    expect(
      (await section(/^Open questions/)).getByRole('link', { name: /Which version\?.*Diego Fuentes.*Rows are lost/ }),
    ).toBeVisible();
    expect((await section(/^Work/)).getByRole('link', { name: /Rows are lost.*Diego Fuentes.*delivered.*\$90/ })).toBeVisible();
    expect(
      (await section('Ratings due')).getByRole('link', { name: /Diego Fuentes.*Rows are lost.*until Dec 24, 2099/ }),
    ).toBeVisible();
  });

  it("has a solver's bids, and problems for the areas", async () => {
    signInAs({ role: 'solver', expertiseAreas: ['Go'] });
    const bid = { _id: 'b1', amount: 90, estimatedDays: 4, createdAt: TIME, problem: { ...problem, budget: 250, bidCount: 3 } };
    const match: HomeAnswer['matches'][number] = {
      ...problem,
      _id: 'p2',
      title: 'Dead letters',
      category: 'backend',
      tags: ['Go'],
      bidCount: 0,
      budget: 80,
      createdAt: TIME,
    };
    open(() => having({ bids: [bid], matches: [match] }, { posted: 0, bid: 4, pendingBids: 1 }));
    expect(await sections()).toEqual(['What to do next', 'Pending bids 1', 'Problems for you']);
    const bids = await section(/^Pending bids/);
    expect(bids.getByRole('link', { name: /Rows are lost.*4 days.*one of 3 bids.*\$90/ })).toHaveAttribute(
      'href',
      '/view-problems/p1',
    );
    expect((await section('Problems for you')).getByRole('link', { name: /Dead letters.*Go.*0 bids.*\$80/ })).toHaveAttribute(
      'href',
      '/view-problems/p2',
    );
  });

  it.each([
    ['seeker', ['What to do next', 'Your open problems', 'Pending bids', 'Open questions', 'Problems for you']],
    ['solver', ['What to do next', 'Pending bids', 'Your open problems', 'Problems for you', 'Open questions']],
  ] as const)('has both sides of who has both; first that of a %s', async (role, titles) => {
    signInAs({ role });
    open(() => having({}, { posted: 2, bid: 2 }));
    expect(await sections()).toEqual(titles);
  });
});

describe('somebody who has nothing yet', () => {
  it('as a seeker is led to a first problem', async () => {
    signInAs({ role: 'seeker' });
    const { user } = open(() => EMPTY);
    const asked: string[] = [];
    const stop = onPageRequest((path) => asked.push(path));
    await user.click((await section('Post your first problem')).getByRole('button', { name: 'Post a problem' }));
    stop();
    expect(asked).toEqual(['/post-problem']);
    expect(await sections()).toEqual(['Post your first problem']);
  });

  it('as a solver is led to the problems, and to say what they can do', async () => {
    signInAs({ role: 'solver', expertiseAreas: [] });
    open(() => EMPTY);
    const first = await section('Bid on your first problem');
    expect(first.getByRole('link', { name: 'Browse problems' })).toHaveAttribute('href', '/problems');
    expect(first.getByRole('link', { name: 'Add areas of expertise' })).toHaveAttribute('href', '/profile');
    expect((await section('Problems for you')).getByRole('link', { name: 'Add your areas of expertise' })).toBeVisible();
  });

  it('is told that nothing matches, where they have said it', async () => {
    signInAs({ role: 'solver', expertiseAreas: ['Cobol'] });
    open(() => EMPTY);
    expect(await screen.findByText(/No open problem matches your areas of expertise right now\./)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Add areas of expertise' })).toBeNull();
  });
});

describe('a home that could not be loaded', () => {
  it('can be asked for again', async () => {
    signInAs();
    let broken = true;
    const { user } = open(() => (broken ? refuse('internal', 'No') : EMPTY));
    expect(await screen.findByText('Your home could not be loaded')).toBeVisible();
    broken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await section('Post your first problem');
  });
});
