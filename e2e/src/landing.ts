import type { RemoteName } from './remotes.ts';

/** A page of each remote that needs at most a session. */
export const LANDING_PAGES: Record<RemoteName, { path: string; heading: string; session?: boolean }> = {
  marketplace: { path: '/problems', heading: 'Browse Problems' },
  messaging: { path: '/notifications', heading: 'Notifications', session: true },
  toolbox: { path: '/toolbox', heading: 'Toolbox' },
  auth: { path: '/signin', heading: 'Welcome Back' },
};

export const REMOTE_LOAD_ERRORS =
  /Failed to load resource|remotes\/|RUNTIME-|ScriptExternalLoadError|\[ Federation Runtime \]|could not be loaded|integrity|MIME|Unexpected token|made to fail by the test/;
