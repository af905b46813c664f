import type { ServedPage } from '@solvent/contracts';
import { findPattern } from '@solvent/federation/manifest';
import { finishServedPage, getRuntimeConfig, restoreServedPage, watchConnection } from '@solvent/http';
import { startSocket } from '@solvent/socket';
import { getSession } from '@solvent/store';
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
import { isPublic } from './remotes/pages.ts';
import type { Remotes } from './remotes/remotes-context.ts';
import { runAfterLoad } from './remotes/run-after-load.ts';
import { replayEarlyActions, restoreMarkup } from './early-actions.ts';
import { ignoreStrayDrops } from './stray-drops.ts';
import { nextTask } from './tasks.ts';
import { createShellRouter, waitUntilInitialized } from './routing/router.tsx';

async function resolveTabOverrides(): Promise<AppliedOverride[]> {
  const { overrides = [] } = getRuntimeConfig();
  if (overrides.length === 0) return [];
  const { resolveOverrides } = await import(/* webpackChunkName: "overrides" */ './remotes/overrides/resolve-overrides.ts');
  return resolveOverrides(overrides);
}

function startAnalytics(router: ReturnType<typeof createShellRouter>): void {
  const config = getRuntimeConfig();
  if (config.analytics)
    import(/* webpackChunkName: "analytics" */ './analytics/start-analytics.ts')
      .then((module) => module.startAnalytics(config, router))
      .catch(() => undefined);
}

/** Whether this page would render what the server did. The browser replaces anything else, such as skeletons. */
function canHydrate({ versions, isSignedIn }: ServedPage, remotes: Remotes, hasErrors: boolean): boolean {
  const { channel, loader, pages, overrides } = remotes;
  const page = findPattern(pages, location.pathname);
  return (
    page !== undefined &&
    isPublic(page) &&
    overrides.length === 0 &&
    isSignedIn === getSession().isLogin &&
    !hasErrors &&
    Object.entries(versions).every(
      ([name, version]) => version === (name === 'shell' ? channel.shell.version : loader.getVersion(name)?.build.version),
    )
  );
}

export async function start(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no element with the id "root".');
  ignoreComposingKeys();
  ignoreStrayDrops();
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
    // StrictMode runs effects twice in development.
    if (isReady) return;
    isReady = true;
    finishServedPage();
    void replayEarlyActions();
    startSocket();
    watchConnection();
    startAnalytics(router);
    preloadLinks(preloader);
    preloadWhenIdle(remotes.pages, preloader);
    const landingPath = location.pathname;
    runAfterLoad(() => {
      import(/* webpackChunkName: "after-load" */ './after-load.ts').then(
        ({ startAfterLoad }) => startAfterLoad(remotes, landingPath),
        () => undefined,
      );
    });
  }
  if (!served) return createRoot(root).render(app);
  // Keep the server's markup until the code of the page is loaded.
  await waitUntilInitialized(router);
  if (canHydrate(served, remotes, router.state.errors !== null)) {
    restoreMarkup();
    return startTransition(() => void hydrateRoot(root, app));
  }
  if (getSession().isLogin) void preloader.preload(location.href, { data: true });
  startTransition(() => createRoot(root).render(app));
}
