/** @jest-environment ./shared/testing/jest-environment-served.mjs */
import { buildModule, buildProblem, buildUser } from '@solvent/testing/factories';
import { coveredAreas, loadPage, servePage } from '@solvent/testing/served-page';
import { waitFor } from '@testing-library/dom';
import { buildPerson } from './testing/build-person.ts';

const person = buildPerson({
  headline: 'Backend developer',
  bio: 'I mend **sockets**.',
  location: 'Lisbon',
  country: 'PT',
  timeZone: 'Europe/Lisbon',
  expertiseAreas: ['Node.js'],
  verified: { email: true, github: true, githubLogin: 'diego' },
  stats: { problemsPosted: 1, problemsSolved: 2, bidsAccepted: 3, rating: 4.5, ratingCount: 2, hireRate: 50, replyMinutes: 40 },
  // The previous month in some time zones.
  memberSince: '2026-02-01T00:05:00.000Z',
  reviews: [
    {
      _id: 'review-1',
      rating: 4,
      text: 'Found it in an hour.',
      author: { _id: 'mira', name: 'Mira Chen', image: null },
      problem: { _id: 'problem-1', title: 'Slow list' },
      createdAt: '2026-11-20T10:00:00.000Z',
    },
  ],
});
const answers = {
  'GET /auth/profile/:id': () => ({ user: person }),
  'GET /problems/user': () => ({ problems: [buildProblem({ title: 'Flaky test' })] }),
  'GET /modules': () => ({ modules: [buildModule({ title: 'Socket Chat' })] }),
};

const profile = {
  path: '/profile/:id',
  at: '/profile/diego',
  load: async () => {
    const page = await loadPage(() => import('./remote.tsx'), 'public-profile');
    await (await import('@solvent/ui/markdown')).preloadMarkdown();
    return page;
  },
  texts: ['Diego Fuentes', '<strong>sockets</strong>', 'February 2026', 'Found it in an hour.', 'Flaky test', 'Socket Chat'],
};
const signIn = {
  path: '/signin',
  load: () => import('./features/sign-in/sign-in-page.tsx'),
  texts: ['Welcome Back', 'method="post"'],
};
const signUp = {
  path: '/signup',
  load: () => import('./features/sign-up/sign-up-page.tsx'),
  texts: ['Create an Account', 'method="post"'],
};

describe.each([profile, signUp])('$path (product 2.11, 2.15)', ({ texts, ...page }) => {
  it('is complete before any script, and hydrates without changes in a browser with other settings', async () => {
    const { html, open } = await servePage({ ...page, answers });
    for (const text of texts) expect(html).toContain(text);
    expect(html).not.toContain(' style="');
    const visitor = { theme: 'dark', zone: 'America/Los_Angeles', language: 'de', prefersReducedMotion: true } as const;
    const { errors, close } = await open(visitor);
    expect(errors).toEqual([]);
    await close();
  });
});

it('covers the visitor actions of a profile until the signed-in response arrives (product 10.9)', async () => {
  let arrive: (answer: object) => void = () => undefined;
  const answered = new Promise<object>((resolve) => (arrive = resolve));
  let isServed = false;
  const get = () => (isServed ? answered : answers['GET /auth/profile/:id']());
  const { open } = await servePage({ ...profile, answers: { ...answers, 'GET /auth/profile/:id': get }, isSignedIn: true });
  isServed = true;
  const beforeHydration = (page: HTMLElement) => expect(coveredAreas(page, `Message ${person.name}`)).toHaveLength(1);
  const { root, act, errors, close } = await open({ user: buildUser({ role: 'seeker' }), beforeHydration });
  for (const text of [`Message ${person.name}`, 'Invite to a problem']) expect(coveredAreas(root, text)).toHaveLength(1);
  await act(async () => arrive({ user: { ...person, blockedByMe: true } }));
  // The query cache notifies observers in a timer that `act` does not wait for.
  await waitFor(() => expect(coveredAreas(root)).toHaveLength(0), { container: root });
  expect(root.textContent).toContain('You have blocked this person.');
  for (const text of [`Message ${person.name}`, 'Invite to a problem']) expect(root.textContent).not.toContain(text);
  expect(errors).toEqual([]);
  await close();
});

it('/signin keeps values typed before the page code has loaded (product 2.10, 10.10)', async () => {
  const { texts, ...page } = signIn;
  const { html, open } = await servePage({ ...page, answers });
  for (const text of texts) expect(html).toContain(text);
  expect(html).not.toContain(' style="');
  const field = (root: HTMLElement, name: string) => root.querySelector<HTMLInputElement>(`input[name=${name}]`);
  const write = (input: HTMLInputElement | null, text: string) => input && Object.assign(input, { value: text });
  const { root, act, errors, close } = await open({
    beforeHydration: (early) => void write(field(early, 'email'), 'ada@example.com'),
  });
  const { fireEvent } = await import('@testing-library/dom');
  const password = field(root, 'password');
  await act(async () => void (password && fireEvent.input(password, { target: { value: 'difference-engine' } })));
  expect(field(root, 'email')?.value).toBe('ada@example.com');
  expect(password?.value).toBe('difference-engine');
  expect(errors).toEqual([]);
  await close();
});
