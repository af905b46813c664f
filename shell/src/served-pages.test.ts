/** @jest-environment ./shared/testing/jest-environment-served.mjs */
import { buildUser } from '@solvent/testing/factories';
import { servePage } from '@solvent/testing/served-page';
import { buildChannel, buildPath, buildPin } from './testing/build-channel.ts';

const ENTRY = { label: 'Browse Problems', icon: 'house', order: 10, visitors: false } as const;

async function loadFrame() {
  const { createElement, Fragment } = await import('react');
  const { Frame } = await import('./frame/frame.tsx');
  const { Component: ContactPage } = await import('./pages/contact-page.tsx');
  const { Component: TermsPage } = await import('./pages/legal/terms-page.tsx');
  const { RemotesContext } = await import('./remotes/remotes-context.ts');
  const { composeTestRemotes } = await import('./testing/compose-test-remotes.ts');
  const channel = buildChannel(
    buildPin('marketplace', { paths: [buildPath('/problems', { title: 'Problems', menu: { tabs: ENTRY, bar: ENTRY } })] }),
  );
  const remotes = composeTestRemotes(channel, { fetch: () => Promise.reject(new Error('No test requests a remote.')) });
  const page = createElement(Fragment, null, createElement(Frame), createElement(ContactPage), createElement(TermsPage));
  return { Component: () => createElement(RemotesContext, { value: remotes }, page) };
}

it.each([
  ['visitors', false, 'Sign In'],
  ['signed-in users', true, 'Account'],
])(
  'frame and pages of %s hydrate in a browser with another theme, time zone and language (decision 0052)',
  async (_who, isSignedIn, own) => {
    const { html, open } = await servePage({ path: '/contact', load: loadFrame, isSignedIn });
    const texts = [
      'Browse Problems',
      own,
      'Switch to dark theme',
      'Switch to light theme',
      'Contact us',
      'method="post"',
      'Terms of Service',
    ];
    for (const text of texts) expect(html).toContain(text);
    expect(html).not.toContain(' style="');

    const user = buildUser({ name: 'Ada Park', email: 'ada@example.com' });
    const { root, errors, close } = await open({
      ...(isSignedIn ? { user } : {}),
      theme: 'dark',
      zone: 'Pacific/Kiritimati',
      language: 'de',
      prefersReducedMotion: true,
    });
    expect(errors).toEqual([]);
    const getValue = (name: string) => root.querySelector<HTMLInputElement>(`input[name=${name}]`)?.value;
    // The server does not know the user.
    expect([getValue('name'), getValue('email')]).toEqual(isSignedIn ? ['Ada Park', 'ada@example.com'] : ['', '']);
    await close();
  },
);
