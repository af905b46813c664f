import type { Remote } from '@solvent/federation';
import { createQueryClient, QueryClientProvider } from '@solvent/http';
import { RouterProvider } from '@solvent/router';
import { setUpUser } from '@solvent/testing';
import { Toaster, UiProvider } from '@solvent/ui';
import { render } from '@testing-library/react';
import type { RemoteRuntime } from '../remotes/federation-runtime.ts';
import { RemotesContext } from '../remotes/remotes-context.ts';
import type { Remotes } from '../remotes/remotes-context.ts';
import { createShellRouter } from '../routing/router.tsx';
import { channelOf, pathOf, pinOf } from './channel-of.ts';
import { remotesOf } from './remotes-of.ts';

const pageOf = (title: string) => ({ Component: () => <h1>{title}</h1> });

/** A remote with small pages that say their names, and slots that say theirs. */
export const plainRemotes: Record<string, Remote> = {
  marketplace: {
    routes: [
      { path: '/home', title: 'Home', page: async () => pageOf('Home page') },
      { path: '/problems', title: 'Problems', page: async () => pageOf('Problems page') },
      { path: '/post-problem', title: 'Post problem', page: async () => pageOf('Post problem page') },
    ],
    slots: {},
  },
  messaging: {
    routes: [{ path: '/notifications', title: 'Notifications', page: async () => pageOf('Notifications page') }],
    slots: { 'notification-bell': async () => ({ Component: () => <button type="button">Notifications</button> }) },
  },
  toolbox: {
    routes: [],
    slots: { 'toolbox-dialog': async () => ({ Component: () => <div role="dialog" aria-label="Developer Toolbox" /> }) },
  },
  auth: {
    routes: [{ path: '/signin', title: 'Sign in', page: async () => pageOf('Sign in page') }],
    slots: {
      'role-switch-dialog': async () => ({
        Component: ({ onSwitched }) => (
          <div role="dialog" aria-label="Switch to Seeker Account">
            <button type="button" onClick={onSwitched}>
              Switch
            </button>
          </div>
        ),
      }),
    },
  },
};

const channel = channelOf(
  pinOf('marketplace', { paths: [pathOf('/home'), pathOf('/problems'), pathOf('/post-problem', { session: true })] }),
  pinOf('messaging', { paths: [pathOf('/notifications', { session: true })], slots: ['notification-bell'] }),
  pinOf('toolbox', { paths: [pathOf('/toolbox')], slots: ['toolbox-dialog'] }),
  pinOf('auth', { paths: [pathOf('/signin'), pathOf('/profile/:id')], slots: ['role-switch-dialog'] }),
);

interface FrameOptions {
  at: string;
  /** What the network gives for a remote; by default {@link plainRemotes}. */
  runtime?: RemoteRuntime;
  toolboxOpen?: boolean;
  overrides?: Remotes['overrides'];
}

/** The whole shell at an address, with remotes that are fetched from the given runtime. */
export function renderFrame({ at, runtime, toolboxOpen = false, overrides = [] }: FrameOptions) {
  window.history.replaceState(null, '', at);
  const fromPlain: RemoteRuntime = { fetch: async ({ name }) => ({ default: plainRemotes[name] }) };
  const own = { ...channel, toolboxOpen };
  const remotes = remotesOf(own, runtime ?? fromPlain, overrides);
  const router = createShellRouter(remotes);
  const view = render(
    <UiProvider>
      <QueryClientProvider client={createQueryClient()}>
        <RemotesContext value={remotes}>
          <RouterProvider router={router} />
        </RemotesContext>
      </QueryClientProvider>
      <Toaster theme="light" />
    </UiProvider>,
  );
  return { ...view, user: setUpUser(), remotes, router };
}
