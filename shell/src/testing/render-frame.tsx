import type { Remote, SearchModule, SearchResult } from '@solvent/federation';
import { remoteJsonSchema } from '@solvent/federation/manifest';
import { createQueryClient, http, QueryClientProvider } from '@solvent/http';
import { RouterProvider } from '@solvent/router';
import { setUpUser, testStyles } from '@solvent/testing/render-screen';
import { Toaster, UiProvider } from '@solvent/ui';
import { render } from '@testing-library/react';
import { Frame } from '../frame/frame.tsx';
import type { RemoteRuntime } from '../remotes/federation-runtime.ts';
import { RemotesContext } from '../remotes/remotes-context.ts';
import type { Remotes } from '../remotes/remotes-context.ts';
import { createShellRouter } from '../routing/router.tsx';
import { buildChannel, buildPin } from './build-channel.ts';
import { composeTestRemotes } from './compose-test-remotes.ts';

const createSearch = (path: string): SearchModule => ({
  search: async (search, { limit, signal }) =>
    (await http.get<{ found: SearchResult[] }>(path, { params: { search, limit }, signal })).data.found,
});

const createPage = (title: string) => ({ Component: () => <h1>{title}</h1> });

export const plainRemotes: Record<string, Remote> = {
  marketplace: {
    pages: {
      '/home': async () => createPage('Home page'),
      '/problems': async () => createPage('Problems page'),
      '/post-problem': async () => createPage('Post problem page'),
    },
    searches: {
      problems: async () => ({
        ...createSearch('/problems'),
        all: (text) => ({ to: `/problems?q=${text}&price=0-10000`, label: `All problems with “${text}”` }),
      }),
    },
  },
  messaging: {
    pages: { '/notifications': async () => createPage('Notifications page') },
    slots: { 'notification-bell': async () => ({ Component: () => <button type="button">Notifications</button> }) },
  },
  toolbox: {
    pages: {},
    slots: { 'toolbox-dialog': async () => ({ Component: () => <div role="dialog" aria-label="Developer Toolbox" /> }) },
    searches: { modules: async () => createSearch('/modules') },
  },
  auth: {
    pages: { '/signin': async () => createPage('Sign in page') },
    searches: { people: async () => createSearch('/auth/profiles') },
    slots: {
      'role-switch-dialog': async () => ({
        Component: ({ onDone }) => (
          <div role="dialog" aria-label="Switch to Seeker Account">
            <button type="button" onClick={onDone}>
              Switch
            </button>
          </div>
        ),
      }),
    },
  },
};

const buildRemote = (name: string, paths: object[], more: object = {}) => {
  const described = { name, version: '1.0.0', contract: '^2.0.0', paths: paths.map((path) => ({ page: '-', ...path })), ...more };
  const read = remoteJsonSchema.validateSync(described);
  return buildPin(name, { ...read, paths: read.paths.map((path) => ({ ...path, page: path.path })) });
};

const channel = buildChannel(
  buildRemote(
    'marketplace',
    [
      { path: '/home', title: 'Home', menu: { tabs: { icon: 'house', order: 10 }, palette: { order: 10 } } },
      {
        path: '/problems',
        title: 'Problems',
        menu: {
          bar: { label: 'Browse Problems', order: 10 },
          sheet: { label: 'Browse Problems', order: 10 },
          tabs: { icon: 'list-checks', order: 20 },
          palette: { label: 'Browse Problems', order: 20 },
        },
      },
      {
        path: '/post-problem',
        title: 'Post problem',
        session: true,
        visitorMessage: 'Please login to post a problem',
        role: { is: 'seeker', dialog: 'role-switch-dialog' },
        menu: {
          tabs: { label: 'Post', icon: 'square-plus', order: 30 },
          action: { label: 'Post Problem', icon: 'plus' },
          palette: { label: 'Post a Problem', order: 30 },
        },
      },
      { path: '/my-bids', title: 'My Bids', session: true, menu: { bar: { order: 40 }, sheet: { order: 30 } } },
      { path: '/saved-problems', title: 'Saved problems', session: true, menu: { account: { icon: 'bookmark', order: 20 } } },
    ],
    { searches: [{ name: 'problems', title: 'Problems', order: 10 }] },
  ),
  buildRemote(
    'messaging',
    [
      {
        path: '/conversations',
        title: 'Conversations',
        session: true,
        menu: { bar: { badge: 'conversations', order: 30 }, sheet: { badge: 'conversations', order: 20 } },
      },
      {
        path: '/notifications',
        title: 'Notifications',
        session: true,
        visitorMessage: 'Please log in to view notifications',
        menu: {
          tabs: { label: 'Alerts', icon: 'bell', badge: 'notifications', order: 40 },
          bell: { icon: 'bell' },
          palette: { order: 70 },
        },
      },
    ],
    { slots: ['notification-bell'] },
  ),
  buildRemote(
    'toolbox',
    [
      {
        path: '/toolbox',
        title: 'Toolbox',
        dialog: 'toolbox-dialog',
        menu: { bar: { order: 20 }, sheet: { order: 40 }, palette: {} },
      },
    ],
    { slots: ['toolbox-dialog'], searches: [{ name: 'modules', title: 'Modules', order: 20 }] },
  ),
  buildRemote(
    'auth',
    [
      { path: '/signin', title: 'Sign in', tabs: false, menu: { palette: { label: 'Sign In', order: 110, visitors: true } } },
      {
        path: '/profile',
        title: 'Profile',
        session: true,
        menu: { tabs: { icon: 'circle-user', order: 50 }, account: { icon: 'user', order: 10 } },
      },
      { path: '/profile/:id', title: 'Profile' },
    ],
    { slots: ['role-switch-dialog'], searches: [{ name: 'people', title: 'People', order: 30 }] },
  ),
);

interface FrameOptions {
  at: string;
  runtime?: RemoteRuntime;
  toolboxOpen?: boolean;
  overrides?: Remotes['overrides'];
}

export function renderFrame({ at, runtime, toolboxOpen = false, overrides = [] }: FrameOptions) {
  window.history.replaceState(null, '', at);
  const fromPlain: RemoteRuntime = { fetch: async ({ name }) => ({ default: plainRemotes[name] }) };
  const own = { ...channel, toolboxOpen };
  const remotes = composeTestRemotes(own, runtime ?? fromPlain, overrides);
  const router = createShellRouter(remotes, <Frame />);
  const view = render(
    <UiProvider cache={testStyles()}>
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
