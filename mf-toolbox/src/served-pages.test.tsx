/** @jest-environment ./shared/testing/jest-environment-served.mjs */
import { buildModule, buildUser } from '@solvent/testing/factories';
import { coveredAreas, loadPage, servePage } from '@solvent/testing/served-page';
import { waitFor } from '@testing-library/dom';
import { buildModuleDetail } from './testing/build-module.ts';

const review = {
  id: 'r1',
  author: { _id: 'mira', name: 'Mira Chen', image: null },
  rating: 4,
  text: 'It saved me a week.',
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: null,
  reply: null,
};
const answers = {
  'GET /modules': () => ({
    modules: [buildModule({ title: 'Socket Chat', previewImage: '/api/files/chat' })],
    totalPages: 3,
    total: 30,
  }),
  'GET /modules/:id': () => ({
    module: buildModuleDetail({
      id: 'm1',
      title: 'Chart Dashboard',
      description: 'Charts for **admins**.',
      authorEmail: 'lena@example.com',
    }),
  }),
  'GET /modules/:id/reviews': () => ({ reviews: [review], totalPages: 1 }),
  'GET /modules/:id/related': () => ({ modules: [buildModule({ title: 'Table Kit' })] }),
};

const catalogue = {
  path: '/toolbox',
  at: '/toolbox?search=chat',
  load: () => loadPage(() => import('./remote.tsx'), 'catalogue'),
  texts: ['Socket Chat', '30 modules', 'value="chat"'],
};
const module = {
  path: '/toolbox/:moduleId',
  at: '/toolbox/chart-dashboard',
  load: async () => {
    const page = await loadPage(() => import('./remote.tsx'), 'module');
    await (await import('@solvent/ui/markdown')).preloadMarkdown();
    return page;
  },
  texts: ['Chart Dashboard', 'It saved me a week.', 'Table Kit', 'Nov 20, 2026'],
};

describe.each([catalogue, module])('$path (product 2.29, 2.30)', ({ texts, ...page }) => {
  it('is complete before any script, and hydrates without changes in a browser unlike the server', async () => {
    const { html, open } = await servePage({ ...page, answers });
    for (const text of texts) expect(html).toContain(text);
    expect(html).not.toContain(' style="');
    const visitor = { theme: 'dark', zone: 'Pacific/Kiritimati', language: 'de', prefersReducedMotion: true } as const;
    const { errors, close } = await open(visitor);
    expect(errors).toEqual([]);
    await close();
  });
});

it('shows neither price nor Buy Now to a signed-in buyer while their own response is pending (product 10.9)', async () => {
  const buyer = buildModuleDetail({ id: 'm1', title: 'Chart Dashboard', owned: true, boughtAs: 'standard' });
  let arrive: (answer: object) => void = () => undefined;
  const answered = new Promise<object>((resolve) => (arrive = resolve));
  let isServed = false;
  const get = () => (isServed ? answered : answers['GET /modules/:id']());
  const { html, open } = await servePage({ ...module, answers: { ...answers, 'GET /modules/:id': get }, isSignedIn: true });
  isServed = true;
  expect(html).toContain('Buy Now');
  const beforeHydration = (page: HTMLElement) => {
    for (const text of ['Buy Now', 'One-time purchase', 'Write a Review', 'Licenses', 'Standard or Extended'])
      expect(coveredAreas(page, text)).toHaveLength(1);
  };
  const { root, act, errors, close } = await open({ user: buildUser(), beforeHydration });
  for (const text of ['Buy Now', 'One-time purchase']) expect(coveredAreas(root, text)).toHaveLength(1);
  await act(async () => arrive({ module: buyer }));
  // TanStack Query notifies its observers in a timer, which `act` does not await.
  await waitFor(() => expect(coveredAreas(root)).toHaveLength(0), { container: root });
  for (const text of ['Purchased', 'Download Now', 'Your License']) expect(root.textContent).toContain(text);
  for (const text of ['Buy Now', 'One-time purchase']) expect(root.textContent).not.toContain(text);
  expect(errors).toEqual([]);
  await close();
});
