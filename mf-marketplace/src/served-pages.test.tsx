/** @jest-environment ./shared/testing/jest-environment-served.mjs */
import { buildProblem, buildProblemDetail, buildUser } from '@solvent/testing/factories';
import { servePage } from '@solvent/testing/served-page';

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
  load: () => import('./features/home/home-page.tsx'),
  late: [
    () => import('./features/home/sections/categories-section.tsx'),
    () => import('./features/home/sections/how-it-works-section.tsx'),
    () => import('./features/home/sections/why-choose-us-section.tsx'),
    () => import('./features/home/sections/faq-section.tsx'),
    () => import('./features/home/sections/call-to-action-section.tsx'),
  ],
  says: ['Flaky test', 'Browse by category', 'How it works', 'Why Choose Us', 'Frequently Asked Questions', 'Join as a solver'],
};
const problems = {
  path: '/problems',
  load: () => import('./features/browse/browse-page.tsx'),
  says: ['Flaky test', '41 problems'],
};
const problem = {
  path: '/problems/:id',
  at: '/problems/p1',
  load: async () => {
    const page = await import('./features/view-problem/view-problem-page.tsx');
    await (await import('@solvent/ui/markdown')).preloadMarkdown();
    await import('./comments/questions.tsx');
    return page;
  },
  says: ['Flaky test', '<strong>fails</strong>', '<strong>version</strong>', 'Sign in to bid', 'Sign in to ask'],
};

describe.each([home, problems, problem])('$path', ({ says, ...page }) => {
  it('is whole before any script, and is taken over as it is, whoever opens it in whichever browser', async () => {
    const { html, open } = await servePage({ ...page, answers });
    for (const text of says) expect(html).toContain(text);
    expect(html).not.toContain(' style="');
    const { faults, close } = await open();
    expect(faults).toEqual([]);
    await close();
    const other = await open({
      user: buildUser({ role: 'solver' }),
      theme: 'dark',
      zone: 'Pacific/Kiritimati',
      language: 'de',
      isStill: true,
    });
    expect(other.faults).toEqual([]);
    await other.close();
  });
});

describe('/home of who is signed in', () => {
  it('takes the place of what the server made for visitors, for which nothing is asked', async () => {
    const asked: string[] = [];
    const noted = Object.fromEntries(
      Object.entries(answers).map(([route, answer]) => [
        route,
        () => {
          asked.push(route);
          return answer();
        },
      ]),
    );
    const { html, open } = await servePage({ ...home, answers: noted });
    expect(html).toContain('data-for="visitors"');
    asked.length = 0;
    const { root, faults, close } = await open({ user: buildUser() });
    expect(root.querySelector('h1')?.textContent).toBe('Home');
    expect(root.textContent).not.toContain('Flaky test');
    expect(faults).toEqual([]);
    expect(asked).toEqual(['GET /home']);
    await close();
  });
});
