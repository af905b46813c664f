/** @jest-environment ./shared/testing/jest-environment-served.mjs */
import { loadPage, servePage } from '@solvent/testing/served-page';

it.each([
  ['conversations', '/conversations', 'Search conversations'],
  ['discussion', '/problem/discussion', ''],
  ['notifications', '/notifications', 'Notifications'],
])('the server renders the skeleton of %s (product 10.9)', async (name, path, text) => {
  // Without its preload: the server requests nothing for a page that is not public.
  const load = async () => ({ Component: (await loadPage(() => import('./remote.tsx'), name)).Component });
  const { html } = await servePage({ path, load, isSignedIn: true });
  expect(html).toContain(text);
  expect(html).not.toContain(' style="');
});
