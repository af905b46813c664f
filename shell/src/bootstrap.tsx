import { getRuntimeConfig } from '@solvent/http';
import { startSocket } from '@solvent/socket';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { createPathPreloader } from './preload/path-preloader.ts';
import { preloadLinks } from './preload/link-preload.ts';
import { preloadWhenIdle } from './preload/idle-preload.ts';
import { readChannel } from './remotes/channel.ts';
import { createFederationRuntime } from './remotes/federation-runtime.ts';
import { createRemoteLoader } from './remotes/remote-loader.ts';
import type { Remotes } from './remotes/remotes-context.ts';
import { createSlotLoader } from './remotes/slot-loader.ts';
import { createShellRouter } from './routing/router.tsx';
import './styles.css';

function composeRemotes(): Remotes {
  const channel = readChannel();
  const loader = createRemoteLoader(channel.remotes, createFederationRuntime(channel.remotes));
  return { channel, loader, slots: createSlotLoader(channel, loader) };
}

/** What a deployment has to configure costs nothing where it has not. */
function startConfigured(router: ReturnType<typeof createShellRouter>): void {
  const config = getRuntimeConfig();
  const skip = (error: unknown) => console.info('An optional part could not be loaded.', error);
  if (config.push) import(/* webpackChunkName: "push" */ '@solvent/push').then(({ startPush }) => startPush(), skip);
  if (config.analytics)
    import(/* webpackChunkName: "analytics" */ './analytics/start-analytics.ts')
      .then(({ startAnalytics }) => startAnalytics(config, router))
      .catch(skip);
}

function start(): void {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no element with the id "root".');
  const remotes = composeRemotes();
  const preloader = createPathPreloader(remotes);
  const router = createShellRouter(remotes);
  createRoot(root).render(
    <StrictMode>
      <App remotes={remotes} router={router} />
    </StrictMode>,
  );
  startSocket();
  startConfigured(router);
  preloadLinks(preloader);
  preloadWhenIdle(remotes.channel, preloader);
}

start();
