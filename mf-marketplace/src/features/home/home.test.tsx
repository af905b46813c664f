import { jest } from '@jest/globals';
import { CATEGORIES } from '@solvent/contracts';
import type { HomeResponse, NextStep } from '@solvent/contracts';
import { clearSession, onPageRequest } from '@solvent/store';
import { intersect, observedElements } from '@solvent/testing/browser-apis';
import { buildProblem, signInAs } from '@solvent/testing/factories';
import { fakeApi, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { lazyComponent } from '@solvent/ui';
import { act, screen, waitFor, within } from '@testing-library/react';
import { problemsAnswer } from '../../testing/problems-answer.ts';
import { DueText } from '../../agreement/work-step.tsx';
import { Counters } from './counters.tsx';
import { Component as Home } from './home-page.tsx';
import { LazySection } from './lazy-section.tsx';

let api: ReturnType<typeof fakeApi> | undefined;
const requestedPages: string[] = [];
const stopListening = onPageRequest((path) => requestedPages.push(path));
afterAll(stopListening);
afterEach(() => {
  api?.restore();
  api = undefined;
  requestedPages.length = 0;
  clearSession();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('the home of visitors (product 2.9)', () => {
  const open = (list: () => object) => {
    api = fakeApi({
      'GET /problems': list,
      'GET /problems/categories': () => ({ categories: [{ value: 'cloud', label: '', count: 7 }] }),
    });
    return renderScreen(<Home />, { at: '/home' });
  };

  it('shows the message, links, the latest open problems and the promises (product 1.3), and loads each section near the viewport', async () => {
    const done = buildProblem({ title: 'Done', status: 'solved' });
    const { user } = open(() => problemsAnswer([buildProblem({ _id: 'p1', title: 'Flaky test', budget: 80 }), done]));
    const message = 'Solve Problems. Earn Rewards. Build Your Reputation.';
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(message);
    expect(screen.getByRole('link', { name: 'Browse Problems' })).toHaveAttribute('href', '/problems');
    await user.click(screen.getByRole('button', { name: 'Post a Problem' }));
    expect(requestedPages).toEqual(['/post-problem']);
    const row = await screen.findByRole('link', { name: /Flaky test/ });
    expect(row).toHaveAttribute('href', '/view-problems/p1');
    expect(row).toHaveTextContent('$80');
    expect(screen.queryByText('Done')).toBeNull();
    expect(api?.requests.map(({ params }) => params)).toEqual([{ price_min: 0, price_max: 1000, page: 1 }]);
    expect(screen.queryByRole('heading', { name: 'How it works' })).toBeNull();

    const inSection = (place: Element) => within(place as HTMLElement);
    const places = observedElements();
    expect(places).toHaveLength(5);
    const titles = [
      'Browse by category',
      'How it works',
      'Why Choose Us',
      'Frequently Asked Questions',
      'Stuck on something? Someone here has solved it.',
    ];
    const sections: ReturnType<typeof inSection>[] = [];
    for (const [index, place] of places.entries()) {
      act(() => intersect(place));
      const section = inSection(place);
      expect(await section.findByRole('heading', { level: 2, name: titles[index] ?? '' })).toBeVisible();
      sections.push(section);
    }
    const [categories, steps, reasons, questions, last] = sections;
    expect(await categories?.findByRole('link', { name: 'Cloud Services 7 problems' })).toBeVisible();
    const counted = api?.requests.find(({ path }) => path === '/problems/categories');
    expect(counted?.params).toEqual({ price_min: 0, price_max: 1000 });
    const links = categories?.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(expect.arrayContaining(Object.keys(CATEGORIES).map((value) => `/problems?category=${value}`)));
    const headings = (section: typeof steps) =>
      section?.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
    expect(headings(steps)).toEqual(['Post the problem', 'Compare bids', 'Talk it through', 'Solve and reward']);
    expect(reasons?.getAllByRole('article').map((card) => within(card).getByRole('heading').textContent)).toEqual([
      'Expert Developer Solutions',
      'Collaborative Discussion',
      'Reward Good Solutions',
    ]);
    for (const [question, answer] of [
      ['How are solvers verified?', /pass a brief verification/],
      ['How quickly will I get an answer?', /first response in 2-4 hours, simpler ones within 24 hours/],
      ['How does payment work?', /arranged directly between seeker and solver/],
    ] as const) {
      expect(questions?.getByText(answer)).not.toBeVisible();
      await user.click(screen.getByText(question));
      expect(questions?.getByText(answer)).toBeVisible();
    }
    expect(last?.getByRole('link', { name: 'Join as a solver' })).toHaveAttribute('href', '/signup');
    await user.click(screen.getByRole('button', { name: 'Post your problem' }));
    expect(requestedPages).toEqual(['/post-problem', '/post-problem']);
  });

  it('hides the latest problems if none are open or they cannot be loaded', async () => {
    const panel = () => screen.queryByRole('region', { name: 'Latest problems' });
    for (const list of [() => problemsAnswer([]), () => refuse('internal', 'Boom')]) {
      const { unmount } = open(list);
      expect(panel()).toBeInTheDocument();
      await waitFor(() => expect(panel()).toBeNull());
      expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
      unmount();
      api?.restore();
    }
  });

  it('loads the code of a section once, and again after a failure', async () => {
    const load = jest.fn(() => Promise.resolve({ Component: () => <h2>Arrived</h2> }));
    load.mockRejectedValueOnce(new Error('chunk'));
    const section = lazyComponent(load);
    const show = () => renderScreen(<LazySection section={section} minH="480px" />);
    const { container, user, unmount } = show();
    expect(load).not.toHaveBeenCalled();
    await act(async () => intersect(container.firstElementChild as Element));
    expect(screen.getByText('This part of the page could not be loaded')).toBeVisible();
    const failures = load.mock.calls.length;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Arrived' })).toBeVisible();
    unmount();
    show();
    expect(screen.getByRole('heading', { name: 'Arrived' })).toBeVisible();
    expect(load).toHaveBeenCalledTimes(failures + 1);
  });
});

describe('the counters of home (product 9.10)', () => {
  const figures = () => screen.getAllByRole('definition').map((figure) => figure.textContent);

  it('count to 50, 500 and 100 in 30 steps over 2 s, 500 ms after load', () => {
    jest.useFakeTimers();
    renderScreen(<Counters />);
    expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Problems', 'Rewards', 'Developers']);
    const seen = new Set<string | undefined>();
    const pass = (duration: number) => {
      for (let time = 0; time < duration; time += 10) {
        act(() => jest.advanceTimersByTime(10));
        seen.add(figures()[1] ?? '');
      }
    };
    pass(500);
    expect(figures()).toEqual(['0', '0', '0']);
    pass(1950);
    expect(figures()).not.toEqual(['50', '500', '100']);
    pass(60);
    expect(figures()).toEqual(['50', '500', '100']);
    expect(seen.size).toBe(31);
  });

  it('show their final values at once for users who prefer reduced motion', () => {
    const { matchMedia } = window;
    jest.spyOn(window, 'matchMedia').mockImplementation((query) => {
      return Object.assign(matchMedia(query), { matches: query === '(prefers-reduced-motion: reduce)' });
    });
    renderScreen(<Counters />);
    expect(figures()).toEqual(['50', '500', '100']);
  });
});

describe('the home of signed-in users (product 2.49)', () => {
  const TIME = '2026-11-20T10:00:00.000Z';
  const FAR = '2099-12-24T12:00:00.000Z';
  const problem = { _id: 'p1', title: 'Rows are lost' };
  const diego = { _id: 'diego', name: 'Diego Fuentes', image: null };
  const lists = { next: [], work: [], problems: [], questions: [], bids: [], matches: [], ratings: [] };
  const TOTALS = { work: 0, openProblems: 0, questions: 0, pendingBids: 0, posted: 0, bid: 0 };
  const answer = (given: Partial<HomeResponse>, totals: Partial<HomeResponse['totals']> = {}): HomeResponse => ({
    ...lists,
    ...given,
    totals: { ...TOTALS, ...totals },
  });
  function open(home: () => object) {
    api = fakeApi({ 'GET /home': home });
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
    expect((await section('What to do next')).getByText('You’re all caught up.')).toBeVisible();
    expect(await getLink(/^Your open/, /Rows are lost.*3 bids.*2 new.*1 open question.*\$250/)).toBeVisible();
    expect(await getLink(/^Your open/, /^View all: Your open problems/)).toHaveAttribute('href', '/my-problems');
    expect(await getLink(/^Open questions/, /Which version\?.*Diego Fuentes.*Rows are lost/)).toBeVisible();
    expect(await getLink(/^Work/, /Rows are lost.*Diego Fuentes.*delivered.*\$90/)).toBeVisible();
    expect(await getLink('Ratings due', /Diego Fuentes.*Rows are lost.*until Dec 24, 2099/)).toBeVisible();
  });

  it('has the bids and matches of a solver; users with both sides see that of their role first', async () => {
    signInAs({ role: 'solver', expertiseAreas: ['Go'] });
    const bid = { _id: 'b1', amount: 90, estimatedDays: 4, createdAt: TIME, problem: { ...problem, budget: 250, bidCount: 3 } };
    const found = { ...problem, _id: 'p2', title: 'Dead letters', bidCount: 0, budget: 80, createdAt: TIME };
    const match = { ...found, category: 'backend' as const, tags: ['Go'] };
    let totals: Partial<HomeResponse['totals']> = { bid: 4, pendingBids: 1 };
    const { queryClient } = open(() => answer({ bids: [bid], matches: [match] }, totals));
    expect(await sections()).toEqual(['What to do next', 'Pending bids 1', 'Problems for you']);
    const pending = await getLink(/^Pending bids/, /Rows are lost.*4 days.*one of 3 bids.*\$90/);
    expect(pending).toHaveAttribute('href', '/view-problems/p1');
    const matching = await getLink('Problems for you', /Dead letters.*Go.*0 bids.*\$80/);
    expect(matching).toHaveAttribute('href', '/view-problems/p2');
    totals = { posted: 2, bid: 2 };
    await act(() => queryClient.refetchQueries());
    const [first, bids, problems] = ['What to do next', 'Pending bids', 'Your open problems'];
    const [matches, questions] = ['Problems for you', 'Open questions'];
    await waitFor(async () => expect(await sections()).toEqual([first, bids, problems, matches, questions]));
    act(() => void signInAs({ role: 'seeker' }));
    await waitFor(async () => expect(await sections()).toEqual([first, problems, bids, questions, matches]));
  });

  it('retries after a failure, and suggests a first problem or bid to new users', async () => {
    signInAs({ role: 'seeker' });
    let isBroken = true;
    const { user } = open(() => (isBroken ? refuse('internal', 'No') : answer({})));
    expect(screen.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
    expect(await screen.findByText('Your home could not be loaded')).toBeVisible();
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await user.click((await section('Post your first problem')).getByRole('button', { name: 'Post a problem' }));
    expect(requestedPages).toEqual(['/post-problem']);
    expect(await sections()).toEqual(['Post your first problem']);
    expect(api?.requests.map(({ path }) => path)).toEqual(['/home', '/home']);

    act(() => void signInAs({ role: 'solver', expertiseAreas: [] }));
    const first = await section('Bid on your first problem');
    expect(first.getByRole('link', { name: 'Browse problems' })).toHaveAttribute('href', '/problems');
    expect(first.getByRole('link', { name: 'Add areas of expertise' })).toHaveAttribute('href', '/profile/settings/profile');
    expect((await section('Problems for you')).getByRole('link', { name: 'Add your areas of expertise' })).toBeVisible();
    act(() => void signInAs({ role: 'solver', expertiseAreas: ['Cobol'] }));
    expect(await screen.findByText(/No open problem matches your areas of expertise right now\./)).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Add areas of expertise' })).toBeNull();
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
