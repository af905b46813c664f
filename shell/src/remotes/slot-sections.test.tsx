import { jest } from '@jest/globals';
import { createQueryClient, QueryClientProvider } from '@solvent/http';
import { setUpUser, testStyles } from '@solvent/testing/render-screen';
import { Slots, UiProvider } from '@solvent/ui';
import { render, screen } from '@testing-library/react';
import type { RemoteRuntime } from './federation-runtime.ts';
import { buildChannel, buildPin } from '../testing/build-channel.ts';
import { composeTestRemotes } from '../testing/compose-test-remotes.ts';
import { RemotesContext } from './remotes-context.ts';
import { SlotsProvider } from './slot-sections.tsx';

const channel = buildChannel(
  buildPin('reports', { slots: ['reports-settings', 'reports-dialog'] }),
  buildPin('billing', { slots: ['billing-settings'] }),
);

/** Renders a page with settings. @param fetch network response for a remote */
function openSettings(fetch: RemoteRuntime['fetch']) {
  const remotes = composeTestRemotes(channel, { fetch });
  render(
    <UiProvider cache={testStyles()}>
      <QueryClientProvider client={createQueryClient()}>
        <RemotesContext value={remotes}>
          <SlotsProvider>
            <h1>Settings</h1>
            <Slots kind="settings" />
          </SlotsProvider>
        </RemotesContext>
      </QueryClientProvider>
    </UiProvider>,
  );
  return { user: setUpUser(), remotes };
}

const buildSection = (name: string) => ({
  default: { pages: {}, slots: { [`${name}-settings`]: async () => ({ Component: () => <h2>Settings of {name}</h2> }) } },
});

it('renders the settings section of every remote that has one, and no dialogs', async () => {
  openSettings(async ({ name }) => buildSection(name));
  expect(await screen.findByRole('heading', { name: 'Settings of reports' })).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'Settings of billing' })).toBeVisible();
});

it('shows an error with a retry instead of a section that throws, and keeps the others', async () => {
  const logged = jest.spyOn(console, 'error').mockReturnValue();
  let isBroken = true;
  const Section = () => {
    if (isBroken) throw new Error('billing is broken');
    return <h2>Settings of billing</h2>;
  };
  const broken = { default: { pages: {}, slots: { 'billing-settings': async () => ({ Component: Section }) } } };
  const { user, remotes } = openSettings(async ({ name }) => (name === 'billing' ? broken : buildSection(name)));
  expect(await screen.findByRole('alert')).toHaveTextContent('These settings could not be loaded.');
  expect(await screen.findByRole('heading', { name: 'Settings of reports' })).toBeVisible();
  expect(remotes.journal.errors).toMatchObject([{ name: 'billing', kind: 'render' }]);
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Settings of billing' })).toBeVisible();
  expect(logged).toHaveBeenCalled();
  logged.mockRestore();
});
