import type { ServedPage } from '@solvent/contracts';
import { getRuntimeConfig, restoreServedPage, watchConnection } from '@solvent/http';
import { startSocket } from '@solvent/socket';
import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { composeRemotes } from './compose-remotes.ts';
import { ignoreComposingKeys } from './composing-keys.ts';
import { Frame } from './frame/frame.tsx';
import { createPathPreloader, preloadLinks, preloadWhenIdle } from './preload/preload.ts';
import { readChannel } from './remotes/channel.ts';
import { createFederationRuntime } from './remotes/federation-runtime.ts';
import type { AppliedOverride } from './remotes/overrides/stored-overrides.ts';
import type { Remotes } from './remotes/remotes-context.ts';
import { runAfterLoad } from './remotes/run-after-load.ts';
import { replayEarlyActions } from './early-actions.ts';
import { nextTask } from './tasks.ts';
import { createShellRouter, waitUntilInitialized } from './routing/router.tsx';

/** What this tab overrides, as far as the server lets it. */
async function resolveTabOverrides(): Promise<AppliedOverride[]> {
  const { overrides = [] } = getRuntimeConfig();
  if (overrides.length === 0) return [];
  const { resolveOverrides } = await import(/* webpackChunkName: "overrides" */ './remotes/overrides/resolve-overrides.ts');
  return resolveOverrides(overrides);
}

/** Reports are for others than the person who looks at the page: they wait until it stands, and a page goes on without. */
function startReportsAfterLoad(remotes: Remotes): void {
  const landingPath = location.pathname;
  runAfterLoad(() => {
    import(/* webpackChunkName: "after-load" */ './reports/start-reports.ts').then(
      ({ startReports }) => startReports(remotes, landingPath),
      () => undefined,
    );
  });
}

/** Nobody waits for it, and a page goes on without. */
function cacheFrameAfterLoad(): void {
  runAfterLoad(() => {
    import(/* webpackChunkName: "after-load" */ './offline/cache-frame.ts')
      .then(({ cacheFrame }) => cacheFrame())
      .catch(() => undefined);
  });
}

/** What a deployment has to configure costs nothing where it has not. */
function startOptionalServices(router: ReturnType<typeof createShellRouter>): void {
  const config = getRuntimeConfig();
  const logSkipped = (error: unknown) => console.info('An optional part could not be loaded.', error);
  if (config.push) import(/* webpackChunkName: "push" */ '@solvent/push').then(({ startPush }) => startPush(), logSkipped);
  if (config.analytics)
    import(/* webpackChunkName: "analytics" */ './analytics/start-analytics.ts')
      .then(({ startAnalytics }) => startAnalytics(config, router))
      .catch(logSkipped);
}

/** Whether what the server made is what this page makes: of the same versions, with the page's code here. */
const hasServedVersions = (
  { versions }: ServedPage,
  { channel, loader }: Remotes,
  { state }: ReturnType<typeof createShellRouter>,
) =>
  state.errors === null &&
  Object.entries(versions).every(
    ([name, version]) => version === (name === 'shell' ? channel.shell.version : loader.getVersion(name)?.build.version),
  );

/** Starts the shell. @throws what keeps it from showing anything */
export async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no element with the id "root".');
  ignoreComposingKeys();
  const served = restoreServedPage();
  const overrides = await resolveTabOverrides();
  const remotes = composeRemotes(readChannel(), overrides, createFederationRuntime);
  const preloader = createPathPreloader(remotes.pages);
  if (served) await nextTask();
  const router = createShellRouter(remotes, <Frame isServed={served !== undefined} />);
  const app = (
    <StrictMode>
      <App remotes={remotes} router={router} onReady={onReady} />
    </StrictMode>
  );
  let isReady = false;
  function onReady(): void {
    // React in development runs effects twice.
    if (isReady) return;
    isReady = true;
    void replayEarlyActions();
    startSocket();
    watchConnection();
    startOptionalServices(router);
    preloadLinks(preloader);
    preloadWhenIdle(remotes.pages, preloader);
    startReportsAfterLoad(remotes);
    cacheFrameAfterLoad();
  }
  if (!served) return createRoot(root).render(app);
  // What the server made stays until all that it was made of is here.
  await waitUntilInitialized(router);
  // A tab that asks for other versions is told what became of that, on every page.
  if (overrides.length > 0 || !hasServedVersions(served, remotes, router)) return createRoot(root).render(app);
  startTransition(() => void hydrateRoot(root, app));
}
