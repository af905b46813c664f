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

/** A push to another path without state: the state of "Sign In" would not survive a full page load. */
const isPlainNavigation = ({ currentLocation, nextLocation, historyAction }: Navigation) =>
  historyAction === 'PUSH' && nextLocation.pathname !== currentLocation.pathname && nextLocation.state === null;

/** Mounted only for a newer revision: with a blocker, the router warns about navigations that are not its own, such as fragments. */
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
 * Updates to a newer revision: the next link click becomes a full page load.
 * @param hasInput the user has typed in this page, so a draft may be in memory: no page load then
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
