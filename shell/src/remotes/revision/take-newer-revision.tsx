import { useBlocker } from '@solvent/router';
import { useEffect, useState } from 'react';
import { loadAddress } from '../load-address.ts';
import { useRemotes } from '../remotes-context.ts';
import { watchRevision, watchPageUse } from './newer-revision.ts';
import type { PageUse } from './newer-revision.ts';

interface PageLocation {
  pathname: string;
  search: string;
  hash: string;
  state: unknown;
}

interface Step {
  currentLocation: PageLocation;
  nextLocation: PageLocation;
  historyAction: string;
}

/** A link to another page that carries no more than its address: "Sign In" remembers where to come back to, and stays in the page. */
const isPlainStep = ({ currentLocation, nextLocation, historyAction }: Step) =>
  historyAction === 'PUSH' && nextLocation.pathname !== currentLocation.pathname && nextLocation.state === null;

/**
 * Loads the page of a link that is followed whole. Not there before there is a reason: where somebody may hold up its
 * steps, the router warns of each one that is not its own, as of a link within the page.
 */
function LoadNextPage({ use }: { use: PageUse }) {
  const blocker = useBlocker((step) => navigator.onLine && use.isFollowing() && !use.isTyped() && isPlainStep(step));
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
 */
export function Component() {
  const { revision } = useRemotes().channel;
  const [use, setUse] = useState<PageUse>();
  const [isNewer, setIsNewer] = useState(false);

  useEffect(() => {
    const watched = watchPageUse();
    const stopAsking = watchRevision(revision, (live) => setIsNewer(live > revision));
    setUse(watched);
    return () => {
      stopAsking();
      watched.stop();
    };
  }, [revision]);

  return use && isNewer && <LoadNextPage use={use} />;
}
