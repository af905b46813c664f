import type { PageModule } from '@solvent/federation';
import type { ChannelDocument, RemoteBuild } from '@solvent/federation/manifest';
import type { RemoteRuntime } from './remotes/federation-runtime.ts';
import { createRemotePages } from './remotes/pages.ts';
import type { Page } from './remotes/pages.ts';
import { createRemoteJournal } from './remotes/remote-journal.ts';
import { listBuilds, composeChannel, resolveVersions } from './remotes/remote-versions.ts';
import { createRemoteLoader } from './remotes/remote-loader.ts';
import type { Remotes } from './remotes/remotes-context.ts';
import { memoizeLoad, retry } from './remotes/retry.ts';
import { createSlotLoader } from './remotes/slot-loader.ts';

function createShellPage(path: string, title: string, order: number, load: () => Promise<PageModule>): Page {
  const menu = { palette: { order, visitors: false } };
  const code = memoizeLoad(() => retry(load));
  return { owner: 'shell', path, title, menu, render: 'public', session: false, tabs: true, preload: 'no', code };
}

const shellPages: Page[] = [
  createShellPage('/contact', 'Contact', 210, () => import(/* webpackChunkName: "contact" */ './pages/contact-page.tsx')),
  createShellPage('/privacy', 'Privacy', 220, () => import(/* webpackChunkName: "privacy" */ './pages/legal/privacy-page.tsx')),
  createShellPage('/terms', 'Terms', 230, () => import(/* webpackChunkName: "terms" */ './pages/legal/terms-page.tsx')),
];

/** Composes versions, pages and loaders. @param createRuntime receives the builds that the page may request */
export function composeRemotes(
  pinned: ChannelDocument,
  overrides: Remotes['overrides'],
  createRuntime: (builds: readonly RemoteBuild[]) => RemoteRuntime,
): Remotes {
  const versions = resolveVersions(pinned, overrides);
  const channel = composeChannel(pinned, versions);
  const journal = createRemoteJournal();
  const loader = createRemoteLoader(versions, createRuntime(listBuilds(versions)), journal);
  const pages = [...shellPages, ...createRemotePages(channel, loader)];
  return { channel, pages, loader, slots: createSlotLoader(channel, loader), journal, overrides };
}
