/** @jest-environment ./shared/testing/jest-environment-served.mjs */
import { buildUser } from '@solvent/testing/factories';
import { servePage } from '@solvent/testing/served-page';
import { channelOf, pathOf, pinOf } from './testing/channel-of.ts';

const ENTRY = { label: 'Browse Problems', icon: 'house', order: 10, visitors: false } as const;

/** The frame around no page at all. */
async function loadFrame() {
  const { Frame } = await import('./frame/frame.tsx');
  const { RemotesContext } = await import('./remotes/remotes-context.ts');
  const { remotesOf } = await import('./testing/remotes-of.ts');
  const channel = channelOf(
    pinOf('marketplace', { paths: [pathOf('/problems', { title: 'Problems', menu: { tabs: ENTRY, bar: ENTRY } })] }),
  );
  const remotes = remotesOf(channel, { fetch: () => Promise.reject(new Error('Nobody asks for a remote.')) });
  return {
    Component: () => (
      <RemotesContext value={remotes}>
        <Frame />
      </RemotesContext>
    ),
  };
}

const pages = [
  { path: '/', load: loadFrame, says: ['Browse Problems', 'Sign In', 'Switch to dark theme', 'Switch to light theme'] },
  { path: '/contact', load: () => import('./pages/contact/contact-page.tsx'), says: ['Contact us', 'method="post"'] },
  { path: '/terms', load: () => import('./pages/legal/terms-page.tsx'), says: ['Terms of Service'] },
  { path: '/privacy', load: () => import('./pages/legal/privacy-page.tsx'), says: ['Privacy Policy'] },
];

it('the contact form of who is signed in gets their name and address, which the server did not know', async () => {
  const { open } = await servePage({ path: '/contact', load: () => import('./pages/contact/contact-page.tsx') });
  const { root, close } = await open({ user: buildUser({ name: 'Ada Park', email: 'ada@example.com' }) });
  const valueOf = (name: string) => root.querySelector<HTMLInputElement>(`input[name=${name}]`)?.value;
  expect([valueOf('name'), valueOf('email')]).toEqual(['Ada Park', 'ada@example.com']);
  await close();
});

describe.each(pages)('$path', ({ says, ...page }) => {
  it('is whole before any script, and is taken over as it is, whoever opens it in whichever browser', async () => {
    const { html, open } = await servePage(page);
    for (const text of says) expect(html).toContain(text);
    expect(html).not.toContain(' style="');
    const { faults, close } = await open();
    expect(faults).toEqual([]);
    await close();
    const other = await open({ user: buildUser(), theme: 'dark', zone: 'Pacific/Kiritimati', language: 'de', isStill: true });
    expect(other.faults).toEqual([]);
    await other.close();
  });
});
