import { useBlocker } from '@solvent/router';
import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import { loadAddress } from '../load-address.ts';
import { useRemotes } from '../remotes-context.ts';
import { watchLinks, watchRevision } from './newer-revision.ts';

interface PageLocation {
  pathname: string;
  search: string;
  hash: string;
  state: unknown;
}

interface Navigation {
  currentLocation: PageLocation;
  nextLocation: PageLocation;
  historyAction: string;
}

/** A link to another page that carries no more than its address: "Sign In" remembers where to come back to, and stays in the page. */
const isPlainNavigation = ({ currentLocation, nextLocation, historyAction }: Navigation) =>
  historyAction === 'PUSH' && nextLocation.pathname !== currentLocation.pathname && nextLocation.state === null;

/**
 * Loads the page of a link that is followed whole. Not there before there is a reason: where somebody may hold up its
 * steps, the router warns of each one that is not its own, as of a link within the page.
 */
function LoadNextPage({ isFollowing, hasInput }: { isFollowing: () => boolean; hasInput: RefObject<boolean> }) {
  const blocker = useBlocker(
    (navigation) => navigator.onLine && isFollowing() && !hasInput.current && isPlainNavigation(navigation),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const { pathname, search, hash } = blocker.location;
    loadAddress(pathname + search + hash);
  }, [blocker]);
  return null;
}

/**
 * A page keeps the versions that it started with. Once a newer revision is live, following a link loads the next page
 * whole, and so takes it, where nothing is lost by it: not once anything was typed in this page.
 *
 * @param isTyped anything was typed or chosen in this page, sent or not: a draft of it may be in memory
 */
export function Component({ hasInput }: { hasInput: RefObject<boolean> }) {
  const { revision } = useRemotes().channel;
  const [links, setLinks] = useState<ReturnType<typeof watchLinks>>();
  const [isNewer, setIsNewer] = useState(false);

  useEffect(() => {
    const watcher = watchLinks();
    const stopWatching = watchRevision(revision, (live) => setIsNewer(live > revision));
    setLinks(watcher);
    return () => {
      stopWatching();
      watcher.stop();
    };
  }, [revision]);

  return links && isNewer && <LoadNextPage isFollowing={links.isFollowing} hasInput={hasInput} />;
}
