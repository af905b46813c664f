import { jest } from '@jest/globals';
import type { HomeResponse, NextStep } from '@solvent/contracts';
import { clearSession, onPageRequest } from '@solvent/store';
import { buildProblem, signInAs } from '@solvent/testing/factories';
import { fakeApi, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { act, screen, waitFor, within } from '@testing-library/react';
import { DueText } from '../../../agreement/work-step.tsx';
import { problemsAnswer } from '../../../testing/problems-answer.ts';
import { Component as Home } from '../home-page.tsx';

let api: ReturnType<typeof fakeApi> | undefined;
const requestedPages: string[] = [];
const stopListening = onPageRequest((path) => requestedPages.push(path));
afterAll(stopListening);
afterEach(() => {
  api?.restore();
  api = undefined;
  clearSession();
  jest.useRealTimers();
});

describe('the home of signed-in users (product 2.49)', () => {
  const TIME = '2026-11-20T10:00:00.000Z';
  const FAR = '2099-12-24T12:00:00.000Z';
  const problem = { _id: 'p1', title: 'Rows are lost' };
  const diego = { _id: 'diego', name: 'Diego Fuentes', image: null };
  const NO_LISTS = { next: [], work: [], problems: [], questions: [], bids: [], matches: [], ratings: [] };
  const TOTALS = { work: 0, openProblems: 0, questions: 0, pendingBids: 0, posted: 0, bid: 0 };
  const answer = (given: Partial<HomeResponse>, totals: Partial<HomeResponse['totals']> = {}): HomeResponse => ({
    ...NO_LISTS,
    ...given,
    totals: { ...TOTALS, ...totals },
  });
  function open(home: () => object, problems: ReturnType<typeof buildProblem>[] = []) {
    api = fakeApi({ 'GET /home': home, 'GET /problems': () => problemsAnswer(problems) });
    return renderScreen(<Home />, { at: '/home' });
  }
  const section = async (name: string | RegExp) => within(await screen.findByRole('region', { name }));
  const sections = async () => (await screen.findAllByRole('heading', { level: 2 })).map(({ textContent }) => textContent);
  const getLink = async (region: string | RegExp, name: RegExp) => (await section(region)).getByRole('link', { name });

  it('describes what to do next', async () => {
    signInAs();
    const steps: [Partial<NextStep> & Pick<NextStep, 'kind'>, string][] = [
      [{ kind: 'overdue', at: '2020-01-02T12:00:00.000Z' }, 'Rows are lost was due Jan 2, 2020. Deliver it.'],
      [{ kind: 'due', at: FAR }, 'Rows are lost is due Dec 24, 2099'],
      [{ kind: 'dispute', person: diego }, 'Diego Fuentes opened a dispute about Rows are lost. Add your view.'],
      [{ kind: 'delivered', person: diego }, 'Diego Fuentes delivered Rows are lost. Review it and mark it solved.'],
      [{ kind: 'change', person: diego }, 'Diego Fuentes proposed a change to Rows are lost. Agree or decline.'],
      [{ kind: 'received', person: diego }, 'Diego Fuentes marked Rows are lost as paid. Confirm you received it.'],
      [{ kind: 'pay', person: diego }, 'Rows are lost is solved. Pay Diego Fuentes and mark it as paid.'],
      [{ kind: 'new-bids', count: 3 }, '3 new bids on Rows are lost. Review them.'],
      [{ kind: 'new-bids' }, '1 new bid on Rows are lost. Review it.'],
      [{ kind: 'questions', person: diego }, 'Diego Fuentes asked about Rows are lost. Answer the question.'],
      [{ kind: 'questions', count: 2 }, '2 questions on Rows are lost. Answer them.'],
      [{ kind: 'bids', count: 2 }, '2 bids on Rows are lost need your decision.'],
      [{ kind: 'bids' }, '1 bid on Rows are lost needs your decision.'],
      [{ kind: 'rate', person: diego, at: FAR }, 'Rate Diego Fuentes for Rows are lost, until Dec 24, 2099'],
    ];
    const next = steps.map(([step], index) => ({
      count: 1,
      person: null,
      at: null,
      problem: { ...problem, _id: `p${index}` },
      ...step,
    }));
    open(() => answer({ next }, { posted: 1 }));
    const links = (await section('What to do next')).getAllByRole('link');
    expect(links.map((one) => [one.textContent, one.getAttribute('href')])).toEqual(
      steps.map(([, sentence], index) => [sentence, `/view-problems/p${index}`]),
    );
  });

  it('has the problems, questions, work and due ratings of a seeker', async () => {
    signInAs({ role: 'seeker' });
    const own = { ...problem, budget: 250, createdAt: TIME, pendingBids: 3, newBids: 2, openQuestions: 1 };
    const question = { _id: 'c1', problem, author: diego, content: 'Which version?', createdAt: TIME };
    const work = { problem, side: 'seeker', person: diego, amount: 90, step: 'delivered', dueAt: FAR } as const;
    const rating = { problem, person: diego, until: FAR };
    open(() =>
      answer(
        { problems: [own], questions: [question], work: [work], ratings: [rating] },
        { posted: 1, openProblems: 12, questions: 1, work: 1 },
      ),
    );
    const titles = ['What to do next', 'Work in progress 1', 'Your open problems 12', 'Open questions 1', 'Ratings due'];
    expect(await sections()).toEqual(titles);
    const next = await section('What to do next');
    expect(next.getByText(/^You’re all caught up\./)).toBeVisible();
    expect(next.getByRole('link', { name: 'Post a problem' })).toHaveAttribute('href', '/post-problem');
    expect(await getLink(/^Your open/, /Rows are lost.*3 bids.*2 new.*1 open question.*\$250/)).toBeVisible();
    expect(await getLink(/^Your open/, /^View all: Your open problems/)).toHaveAttribute('href', '/my-problems');
    expect(await getLink(/^Open questions/, /Which version\?.*Diego Fuentes.*Rows are lost/)).toBeVisible();
    expect(await getLink(/^Work/, /Rows are lost.*Diego Fuentes.*delivered.*\$90 agreed/)).toBeVisible();
    expect(await getLink('Ratings due', /Diego Fuentes.*Rows are lost.*until Dec 24, 2099/)).toBeVisible();
  });

  it('has the bids and matches of a solver; users with both sides see that of their role first, without empty sections', async () => {
    signInAs({ role: 'solver', expertiseAreas: ['Go'] });
    const bid = { _id: 'b1', amount: 90, estimatedDays: 4, createdAt: TIME, problem: { ...problem, budget: 250, bidCount: 3 } };
    const found = { ...problem, _id: 'p2', title: 'Dead letters', bidCount: 0, budget: 80, createdAt: TIME };
    const match = { ...found, category: 'backend' as const, tags: ['Go'] };
    let totals: Partial<HomeResponse['totals']> = { bid: 4, pendingBids: 1 };
    let lists: Partial<HomeResponse> = { bids: [bid], matches: [match] };
    const { queryClient } = open(() => answer(lists, totals));
    expect(await sections()).toEqual(['What to do next', 'Pending bids 1', 'Problems for you']);
    const pending = await getLink(/^Pending bids/, /Rows are lost.*4 days.*one of 3 bids.*\$90/);
    expect(pending).toHaveAttribute('href', '/view-problems/p1');
    const matching = await getLink('Problems for you', /Dead letters.*Go.*0 bids.*\$80 budget/);
    expect(matching).toHaveAttribute('href', '/view-problems/p2');
    const own = { ...problem, budget: 250, createdAt: TIME, pendingBids: 3, newBids: 0, openQuestions: 0 };
    lists = { bids: [bid], matches: [match], problems: [own] };
    totals = { posted: 2, bid: 2 };
    await act(() => queryClient.refetchQueries());
    const [first, bids, problems, matches] = ['What to do next', 'Pending bids', 'Your open problems', 'Problems for you'];
    await waitFor(async () => expect(await sections()).toEqual([first, bids, problems, matches]));
    act(() => void signInAs({ role: 'seeker' }));
    await waitFor(async () => expect(await sections()).toEqual([first, problems, bids, matches]));
    lists = {};
    await act(() => queryClient.refetchQueries());
    await waitFor(async () => expect(await sections()).toEqual([first]));
  });

  it('retries after a failure, and shows solvers the newest problems of others while none match', async () => {
    signInAs({ _id: 'ada', role: 'solver', expertiseAreas: ['Cobol'] });
    let isBroken = true;
    const problems = [
      buildProblem({ _id: 'p1', title: 'Flaky tests' }),
      buildProblem({ title: 'Done', status: 'solved' }),
      buildProblem({ title: 'Own', user: { _id: 'ada', name: 'Ada', image: null } }),
    ];
    const { user } = open(() => (isBroken ? refuse('internal', 'No') : answer({}, { bid: 1 })), problems);
    expect(screen.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
    expect(await screen.findByText('Your home could not be loaded')).toBeVisible();
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    const newest = await section('Newest problems');
    expect(newest.getByText('No open problem matches your areas of expertise right now.')).toBeVisible();
    const links = newest.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/problems', '/view-problems/p1']);
    act(() => void signInAs({ _id: 'ada', role: 'solver', expertiseAreas: [] }));
    expect(await screen.findByRole('link', { name: 'Add your areas of expertise' })).toBeVisible();
  });

  it('greets new users with a checklist of their role until it is done or dismissed, and seekers with examples (product 2.67)', async () => {
    signInAs({ role: 'seeker', name: 'Ada Park', image: null });
    const solved = ['p1', 'p2', 'p3', 'p4'].map((_id) => buildProblem({ _id, title: `Solved ${_id}`, status: 'solved' }));
    const { user, unmount } = open(() => answer({}), solved);
    const greeting = () => section('Welcome to Solvent, Ada Park');
    const items = async () => (await greeting()).queryAllByRole('link').map(({ textContent }) => textContent);
    await user.click((await greeting()).getByRole('button', { name: 'Post a problem' }));
    expect(requestedPages).toEqual(['/post-problem']);
    const first = /^Post your first problem/;
    expect(await items()).toEqual(['Browse problems', /^Add a photo/, first].map((item) => expect.stringMatching(item)));
    expect((await section('Good examples')).getAllByRole('link')).toHaveLength(3);
    expect(api?.requests.at(-1)?.params).toMatchObject({ status: 'solved', sort: 'bids' });
    await user.click((await greeting()).getByRole('button', { name: 'Dismiss checklist' }));
    expect(await items()).toEqual(['Browse problems']);
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    unmount();

    act(() => void signInAs({ _id: 'zoe', role: 'solver', name: 'Ada Park', image: '/a.webp', expertiseAreas: [] }));
    open(() => answer({}));
    const [areas, photo, bid] = [/^Add your areas of expertise/, /^Add a photo: done/, /^Bid on your first problem/];
    expect(await items()).toEqual(['Browse problems', areas, photo, bid].map((item) => expect.stringMatching(item)));
    expect(screen.getByText('1 of 3 done')).toBeVisible();
    act(() => void signInAs({ _id: 'zoe', role: 'solver', name: 'Ada Park', image: '/a.webp', expertiseAreas: ['Go'] }));
    await waitFor(async () => expect(await items()).toEqual(['Browse problems']));
  });

  it('names the due day', () => {
    const at = (days: number, hours: number) => new Date(new Date().setHours(12 + hours, 0, 0, 0) + days * 24 * 3_600_000);
    jest.useFakeTimers({ now: at(0, 0) });
    const times = [at(0, 3), at(0, -3), at(1, 11), at(1, -11), at(-1, 11), at(2, 0), at(-2, 0)];
    const { container } = renderScreen(
      <ul>
        {times.map((time) => (
          <li key={time.toISOString()}>
            <DueText time={time.toISOString()} />
          </li>
        ))}
      </ul>,
    );
    const texts = [...container.querySelectorAll('li')].map(({ textContent }) => textContent);
    const [date, past] = [/^due \w{3} \d+, \d{4}$/, /^was due \w{3} \d+, \d{4}$/].map((one) => expect.stringMatching(one));
    expect(texts).toEqual(['due today', 'was due today', 'due tomorrow', 'due tomorrow', 'was due yesterday', date, past]);
  });
});
