/** @jest-environment ./shared/testing/jest-environment-served.mjs */
import { jest } from '@jest/globals';
import type { PageTarget } from '@solvent/federation';
import { buildBid, buildProblem, buildProblemDetail, buildUser } from '@solvent/testing/factories';
import { coveredAreas, loadPage, servePage } from '@solvent/testing/served-page';
import { waitFor } from '@testing-library/dom';
import type { ComponentType } from 'react';

const author = { _id: 'user-author', name: 'Lena Vogt', image: '/api/files/lena.png' };
const comment = {
  _id: 'c1',
  problemId: 'p1',
  parentId: null,
  author,
  content: 'Which **version** is it?',
  createdAt: '2026-11-20T10:00:00.000Z',
  editedAt: '2026-11-20T11:00:00.000Z',
  pinned: true,
  isDeleted: false,
};
const nothing = {
  next: [],
  work: [],
  problems: [],
  questions: [],
  bids: [],
  matches: [],
  ratings: [],
  totals: { work: 0, openProblems: 0, questions: 0, pendingBids: 0, posted: 0, bid: 0 },
};
const listed = buildProblem({ _id: 'p1', title: 'Flaky test', user: author });
const answers = {
  'GET /home': () => nothing,
  'GET /problems': () => ({ problems: [listed], totalPages: 2, total: 41 }),
  'HEAD /problems': () => ({}),
  'HEAD /problems/:id': () => ({}),
  'GET /problems/categories': () => ({ categories: [{ value: 'cloud', label: '', count: 7 }] }),
  'GET /problems/:id': () => ({
    problem: buildProblemDetail({ _id: 'p1', title: 'Flaky test', body: 'It **fails** at night.' }),
  }),
  'GET /bids': () => ({ bids: [], count: 0 }),
  'GET /problems/:id/comments': () => ({ comments: [comment] }),
};

const home = {
  path: '/home',
  load: () => loadPage(() => import('./remote.tsx'), 'home'),
  late: [
    () => import('./features/home/sections/categories-section.tsx'),
    () => import('./features/home/sections/how-it-works-section.tsx'),
    () => import('./features/home/sections/why-choose-us-section.tsx'),
    () => import('./features/home/sections/faq-section.tsx'),
    () => import('./features/home/sections/call-to-action-section.tsx'),
  ],
  texts: ['Flaky test', 'Browse by category', 'How it works', 'Why Choose Us', 'Frequently Asked Questions', 'Join as a solver'],
};
/** Both pages in one test, because loading all modules takes seconds. */
const problems = {
  path: '/problems/:id',
  at: '/problems/p1',
  load: async () => {
    const list = await loadPage(() => import('./remote.tsx'), 'problems');
    const problem = await loadPage(() => import('./remote.tsx'), 'view-problem');
    await (await import('@solvent/ui/markdown')).preloadMarkdown();
    await import('./comments/questions.tsx');
    const Component = () => (
      <>
        <list.Component />
        <problem.Component />
      </>
    );
    const preload = (target: PageTarget) => Promise.all([list.preload?.(target), problem.preload?.(target)]);
    return { Component, preload };
  },
  texts: ['Flaky test', '41 problems', '<strong>fails</strong>', '<strong>version</strong>', 'Sign in to bid', 'Sign in to ask'],
};

const BROWSER = { theme: 'dark', zone: 'Pacific/Kiritimati', language: 'de', prefersReducedMotion: true } as const;

describe('pages that the server renders (decision 0052)', () => {
  it('are complete, and hydrate without a mismatch in a browser of another zone, language and theme', async () => {
    const { html, open } = await servePage({ ...problems, answers });
    for (const text of problems.texts) expect(html).toContain(text);
    expect(html).not.toContain(' style="');
    const { errors, close } = await open(BROWSER);
    expect(errors).toEqual([]);
    await close();
  });

  it('/home is complete and hydrates for visitors (product 2.9)', async () => {
    const { html, open } = await servePage({ ...home, answers });
    for (const text of home.texts) expect(html).toContain(text);
    expect(html).not.toContain(' style="');
    const { errors, close } = await open(BROWSER);
    expect(errors).toEqual([]);
    await close();
  });

  it('/home has a skeleton for signed-in users, whose own home the browser requests (product 2.49)', async () => {
    const requested: string[] = [];
    const record = (answer: object) => () => {
      requested.push('GET /home');
      return answer;
    };
    const { html, open } = await servePage({
      ...home,
      late: [() => import('./features/home/signed-in/signed-in-home.tsx')],
      answers: { 'GET /home': record(nothing), 'GET /problems': answers['GET /problems'] },
      isSignedIn: true,
    });
    expect(html).toContain('Your current work and what to do next.');
    expect(html).not.toContain('How it works');
    expect(requested).toEqual([]);
    const { root, errors, close } = await open({ ...BROWSER, user: buildUser() });
    await waitFor(() => expect(root.textContent).toContain('Post your first problem'), { container: root });
    expect(requested).toEqual(['GET /home']);
    expect(errors).toEqual([]);
    await close();
  });
});

it('covers the actions on a problem until the response to a bidder arrives (product 10.9)', async () => {
  const bidder = buildUser({ role: 'seeker' });
  const own = { ...answers['GET /problems/:id']().problem, myBid: buildBid({ problemId: 'p1' }) };
  let arrive: (answer: object) => void = () => undefined;
  const answered = new Promise<object>((resolve) => (arrive = resolve));
  let isServed = false;
  const get = () => (isServed ? answered : answers['GET /problems/:id']());
  const { html, open } = await servePage({ ...problems, answers: { ...answers, 'GET /problems/:id': get }, isSignedIn: true });
  isServed = true;
  expect(html).toContain('Sign in to bid');
  const beforeHydration = (page: HTMLElement) => {
    for (const text of ['Report', 'Sign in to bid', 'Sign in to ask']) expect(coveredAreas(page, text)).toHaveLength(1);
  };
  const { root, act, errors, close } = await open({ user: bidder, beforeHydration });
  for (const text of ['Report', 'Become a solver to bid']) expect(coveredAreas(root, text)).toHaveLength(1);
  await act(async () => arrive({ problem: own }));
  // The query cache notifies observers in a timer that `act` does not wait for.
  await waitFor(() => expect(coveredAreas(root)).toHaveLength(0), { container: root });
  expect(root.textContent).toContain('Edit bid');
  for (const text of ['Become a solver to bid', 'Sign in to ask']) expect(root.textContent).not.toContain(text);
  expect(errors).toEqual([]);
  await close();
});

it('keeps a section of /home that the server rendered until its code has loaded, with the focus, or shows a failure (product 2.9)', async () => {
  type Code = { Component: ComponentType };
  const Links = () => (
    <p>
      <a href="/problems">All</a> <a href="/toolbox">Toolbox</a>
    </p>
  );
  let arrive: (code: Code) => void = () => undefined;
  const load = jest.fn<() => Promise<Code>>().mockResolvedValueOnce({ Component: Links });
  load.mockImplementation(() => new Promise((resolve) => (arrive = resolve)));
  const loadOther = jest.fn<() => Promise<Code>>().mockResolvedValueOnce({ Component: () => <p>Other</p> });
  loadOther.mockRejectedValue(new Error('chunk'));
  const { html, open } = await servePage({
    path: '/home',
    load: async () => {
      const { lazyComponent } = await import('@solvent/ui');
      const { LazySection } = await import('./features/home/lazy-section.tsx');
      const [section, other] = [lazyComponent(load), lazyComponent(loadOther)];
      const Component = () => (
        <>
          <LazySection section={section} minH="480px" />
          <LazySection section={other} minH="480px" />
        </>
      );
      return { Component };
    },
  });
  expect(html).toContain('<a href="/toolbox">Toolbox</a>');
  const { root, act, errors, close } = await open();
  const { intersect, observedElements } = await import('@solvent/testing/browser-apis');
  const [place, otherPlace] = observedElements();
  const links = () => [...root.querySelectorAll('a')];
  expect(links().map(({ textContent }) => textContent)).toEqual(['All', 'Toolbox']);
  expect(load).toHaveBeenCalledTimes(1);
  const [, before] = links();
  before?.focus();
  await act(async () => place && intersect(place));
  expect(load).toHaveBeenCalledTimes(2);
  await act(async () => arrive({ Component: Links }));
  expect(links()).toHaveLength(2);
  expect(document.activeElement).toBe(before);
  expect(links()[1]).toBe(before);
  expect(errors).toEqual([]);
  await act(async () => otherPlace && intersect(otherPlace));
  expect(root.textContent).toContain('This part of the page could not be loaded');
  await close();
});
