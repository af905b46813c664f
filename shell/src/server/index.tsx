import type { PageHead, RenderedBody, RenderHost, RenderPage, ServerRemote } from '@solvent/federation/rendering';
import { findPattern } from '@solvent/federation/manifest';
import type { ChannelDocument, RemoteBuild } from '@solvent/federation/manifest';
import { ApiError, isNotFound } from '@solvent/http';
import { getServedQueries, settleQueries, startServerRender } from '@solvent/http/server';
import { matchPath } from '@solvent/router';
import { composeRemotes } from '../compose-remotes.ts';
import { isPublic } from '../remotes/pages.ts';
import type { Page } from '../remotes/pages.ts';
import type { Remotes } from '../remotes/remotes-context.ts';
import { singletons } from '../remotes/singletons.ts';
import { renderHead } from './page-head.ts';
import { renderApp } from './render-app.tsx';

const SHELL_HEADS: Record<string, PageHead> = {
  '/contact': { title: 'Contact', description: 'Contact the Solvent team.' },
  '/privacy': { title: 'Privacy', description: 'What Solvent stores about you, why, and how to change or delete it.' },
  '/terms': { title: 'Terms', description: 'The rules for posting problems, solving them, and sharing modules on Solvent.' },
};

const NOT_FOUND_HEAD: PageHead = {
  title: 'Page not found',
  description: 'This page does not exist or has moved.',
  isUnlisted: true,
};

async function loadSingletons(): Promise<ReadonlyMap<string, unknown>> {
  const loads = Object.entries(singletons).map(
    async ([name, { lib, get }]) => [name, lib ? lib() : (await get?.())?.()] as const,
  );
  return new Map(await Promise.all(loads));
}

let loading: ReturnType<typeof loadSingletons> | undefined;

const getSingletons = () => (loading ??= loadSingletons());

const isServerRemote = (value: unknown): value is ServerRemote =>
  typeof value === 'object' && value !== null && 'heads' in value && typeof value.heads === 'object' && value.heads !== null;

async function evaluateRemote(build: RemoteBuild, host: RenderHost): Promise<ServerRemote> {
  const exported = await host.evaluate(build, await getSingletons());
  const remote = typeof exported === 'object' && exported !== null && 'default' in exported ? exported.default : undefined;
  if (isServerRemote(remote)) return remote;
  throw new TypeError(`The server bundle of ${build.name} has no default export with "heads".`);
}

async function loadPage(page: Page, { channel }: Remotes, host: RenderHost) {
  const build = channel.remotes.find(({ name }) => name === page.owner);
  if (!build) return { head: SHELL_HEADS[page.path], module: await page.code.load() };
  const name = build.paths.find(({ path }) => path === page.path)?.page ?? '';
  // Evaluated before the loader does it, because the loader would retry a failure.
  const remote = await evaluateRemote(build, host);
  const head = isPublic(page) ? remote.heads[name] : { title: page.title, description: page.title, isUnlisted: true };
  return { head, module: await page.code.load() };
}

/**
 * Renders the page of an address: a public page with the content for visitors, any other page with skeletons.
 * @throws any error of its owner, or if no page matches
 */
export const render: RenderPage = async ({ url, origin, channel: pinned, config, at, isSignedIn }, host) => {
  startServerRender({ config, at, isSignedIn, get: host.get });
  const { pathname, searchParams: search } = new URL(url, origin);
  const remotes = composeRemotes(dropAlternatives(pinned), [], () => ({
    fetch: async (build) => ({ default: await evaluateRemote(build, host) }),
  }));
  const page = findPattern(remotes.pages, pathname);
  if (!page) throw new Error(`${pathname} is not the path of a page.`);
  const { head, module } = await loadPage(page, remotes, host);
  if (!head) throw new Error(`${page.owner} declares ${page.path} as public but exports no head for it.`);
  const target = { params: matchPath(page.path, pathname)?.params ?? {}, search };
  const location = { origin, pathname };
  try {
    const [resolvedHead] = await Promise.all([
      typeof head === 'function' ? head({ ...target, origin }) : head,
      // The page renders without data that failed to preload.
      isPublic(page) ? module.preload?.(target).catch(() => undefined) : undefined,
    ]);
    settleQueries({ isSignedIn });
    const body: RenderedBody = { ...(await renderApp(remotes, url)), queries: getServedQueries(), isSkeleton: !isPublic(page) };
    return { status: 200, head: renderHead(resolvedHead, location), body };
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return { status: error instanceof ApiError && error.status === 410 ? 410 : 404, head: renderHead(NOT_FOUND_HEAD, location) };
  }
};

const dropAlternatives = ({ remotes, ...channel }: ChannelDocument): ChannelDocument => ({
  ...channel,
  remotes: remotes.map(({ previous: _previous, candidate: _candidate, ...build }) => build),
});
