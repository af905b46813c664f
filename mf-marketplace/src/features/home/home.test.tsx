import { jest } from '@jest/globals';
import { CATEGORIES } from '@solvent/contracts';
import { clearSession, onPageRequest } from '@solvent/store';
import { intersect, observedElements } from '@solvent/testing/browser-apis';
import { buildModule, buildProblem } from '@solvent/testing/factories';
import { fakeApi, refuse } from '@solvent/testing/fake-api';
import { renderScreen } from '@solvent/testing/render-screen';
import { lazyComponent } from '@solvent/ui';
import { act, screen, waitFor, within } from '@testing-library/react';
import { problemsAnswer } from '../../testing/problems-answer.ts';
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
      'GET /modules': () => ({ modules: [buildModule({ id: 'charts', title: 'Charts' })] }),
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
    const titles = [
      'Browse by category',
      'From the Toolbox',
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
    const [categories, toolbox, steps, reasons, questions, last] = sections;
    expect(await categories?.findByRole('link', { name: 'Cloud Services 7 problems' })).toBeVisible();
    const counted = api?.requests.find(({ path }) => path === '/problems/categories');
    expect(counted?.params).toEqual({ price_min: 0, price_max: 1000 });
    const hrefs = (section: typeof categories) => section?.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(hrefs(categories)).toEqual(expect.arrayContaining(Object.keys(CATEGORIES).map((id) => `/problems?category=${id}`)));
    await waitFor(() => expect(hrefs(toolbox)).toEqual(['/toolbox/charts', '/toolbox']));
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
