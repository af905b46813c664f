import type { HeadTarget, PageHead, RenderHost, RenderPage, ServerRemote } from '@solvent/federation';
import { findPattern } from '@solvent/federation/manifest';
import type { ChannelDocument, RemotePin } from '@solvent/federation/manifest';
import { ApiError } from '@solvent/http';
import { beginPage } from '@solvent/http/server';
import { matchPath } from '@solvent/router';
import { singletons } from '../remotes/singletons.ts';
import { headHtml } from './page-head.ts';

/** Of the shell's own pages. */
const OWN_HEADS: Record<string, PageHead> = {
  '/contact': { title: 'Contact', description: 'Write to the people who make Solvent.' },
  '/privacy': { title: 'Privacy', description: 'What Solvent knows of you, what it is for, and what you can do about it.' },
  '/terms': { title: 'Terms', description: 'The rules for posting problems, solving them, and sharing modules on Solvent.' },
};

const UNKNOWN: PageHead = { title: 'Not found', description: 'There is nothing at this address.', isUnlisted: true };

const isUnknown = (error: unknown) => error instanceof ApiError && error.status === 404;

async function loadSingletons(): Promise<ReadonlyMap<string, unknown>> {
  const loads = Object.entries(singletons).map(
    async ([name, { lib, get }]) => [name, lib ? lib() : (await get?.())?.()] as const,
  );
  return new Map(await Promise.all(loads));
}

let loading: ReturnType<typeof loadSingletons> | undefined;

/** All that remotes take of the shell, loaded once. */
const allSingletons = () => (loading ??= loadSingletons());

const isServerRemote = (value: unknown): value is ServerRemote =>
  typeof value === 'object' && value !== null && 'heads' in value && typeof value.heads === 'object' && value.heads !== null;

async function evaluateRemote(pin: RemotePin, host: RenderHost): Promise<ServerRemote> {
  const exported = await host.evaluate(pin, await allSingletons());
  const remote = typeof exported === 'object' && exported !== null && 'default' in exported ? exported.default : undefined;
  if (isServerRemote(remote)) return remote;
  throw new TypeError(`The server bundle of ${pin.name} has no default export with "heads".`);
}

interface OwnedPath {
  path: string;
  head: (target: HeadTarget, host: RenderHost) => PageHead | Promise<PageHead>;
}

/** The public paths of a channel, and what is told of each. */
const publicPaths = ({ remotes }: ChannelDocument): OwnedPath[] => [
  ...Object.entries(OWN_HEADS).map(([path, head]) => ({ path, head: () => head })),
  ...remotes.flatMap((pin) =>
    pin.paths
      .filter(({ render }) => render === 'public')
      .map(({ path, page }) => ({
        path,
        async head(target: HeadTarget, host: RenderHost) {
          const head = (await evaluateRemote(pin, host)).heads[page];
          if (!head) throw new Error(`${pin.name} says that ${path} is public, and has no head for its page "${page}".`);
          return head(target);
        },
      })),
  ),
];

/** The page of a public path, as its owner describes it. @throws what its owner throws, or where nobody owns it */
export const render: RenderPage = async ({ url, origin, channel, config }, host) => {
  beginPage(config, host.get);
  const { pathname, searchParams } = new URL(url, origin);
  const owned = findPattern(publicPaths(channel), pathname);
  if (!owned) throw new Error(`${pathname} is no public path.`);
  const params = matchPath(owned.path, pathname)?.params ?? {};
  try {
    const head = await owned.head({ params, search: searchParams, origin }, host);
    return { status: 200, head: headHtml(head, { origin, pathname }) };
  } catch (error) {
    if (!isUnknown(error)) throw error;
    return { status: 404, head: headHtml(UNKNOWN, { origin, pathname }) };
  }
};
